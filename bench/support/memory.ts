import { readFileSync } from "node:fs";

const EVERY_MS = 20;

/** Watches the resident memory of a process. Linux only. */
export class MemoryWatch {
  private readonly pid: number;
  private readonly timer: NodeJS.Timeout;
  private peakMb = 0;

  constructor(pid: number) {
    this.pid = pid;
    this.timer = setInterval(() => this.note(), EVERY_MS);
    this.note();
  }

  /** Stops watching; the most that was seen, in MB. */
  stop(): number {
    clearInterval(this.timer);
    this.note();
    return this.peakMb;
  }

  private note(): void {
    const status = readFileSync(`/proc/${this.pid}/status`, "utf8");
    this.peakMb = Math.max(this.peakMb, Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
  }
}
