import { readFileSync } from "node:fs";

const EVERY_MS = 20;

/** Watches the resident memory of a Node process and of the Node processes that it has started. Linux only. */
export class MemoryWatch {
  private readonly pid: number;
  private readonly timer: NodeJS.Timeout;
  private peakMb = 0;

  constructor(pid: number) {
    this.pid = pid;
    this.timer = setInterval(() => this.note(), EVERY_MS);
    this.note();
  }

  /** Stops watching and returns the peak in MB. */
  stop(): number {
    clearInterval(this.timer);
    this.note();
    return this.peakMb;
  }

  private note(): void {
    const started = readIf(`/proc/${this.pid}/task/${this.pid}/children`).split(" ").filter(Boolean);
    const nodes = started.filter((pid) => readIf(`/proc/${pid}/cmdline`).startsWith(process.execPath));
    const mb = [String(this.pid), ...nodes].map((pid) => residentMb(pid)).reduce((sum, each) => sum + each, 0);
    this.peakMb = Math.max(this.peakMb, mb);
  }
}

function residentMb(pid: string): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readIf(`/proc/${pid}/status`))?.[1] ?? 0) / 1024;
}

/** Returns the text of a file in /proc; empty if its process has ended. */
export function readIf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
