import type { CSSProperties } from "react";
import styles from "./Slider.module.css";

type Props = {
  readonly id: string;
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly ticks: readonly number[];
  /** Has no value yet, so it is muted until it is moved. */
  readonly resting?: boolean;
  /** The formatted value, shown at the thumb and announced. */
  readonly valueText: string;
  readonly onChange: (value: number) => void;
};

/** The platform's range input, with its value at the thumb and ticks below. */
export function Slider({ id, label, value, min, max, ticks, resting = false, valueText, onChange }: Props) {
  const share = (of: number) => (of - min) / (max - min);
  const style = { "--share": share(value) } as CSSProperties;
  return (
    <div className={styles.slider} style={style} data-resting={resting || undefined}>
      <output className={styles.bubble} htmlFor={id} aria-hidden="true">
        {resting ? "" : valueText}
      </output>
      <input
        id={id}
        type="range"
        className={styles.range}
        aria-label={label}
        aria-valuetext={valueText}
        min={min}
        max={max}
        value={value}
        onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
      />
      <div className={styles.ticks} aria-hidden="true">
        {ticks.map((tick) => (
          <span key={tick} style={{ "--share": share(tick) } as CSSProperties}>
            {tick}
          </span>
        ))}
      </div>
    </div>
  );
}
