import { CartesianGrid, Line, LineChart, ReferenceLine, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import type { Board } from "#contract/desk/board.ts";
import { useNumbers } from "#desk/app/numbers.ts";
import { useTexts } from "#desk/app/texts.tsx";
import { useTimes } from "#desk/app/time.ts";
import { Chart, AXIS, PAINT } from "./Chart.tsx";
import type { BoardQuery } from "./board-query.ts";

/** How long orders took to reach the operator's systems, compared with the target. */
export function Lags({ board, query }: { readonly board: Board; readonly query: BoardQuery }) {
  const t = useTexts("board");
  const numbers = useNumbers();
  const times = useTimes();
  const { lags, lag, period } = board;
  const { targetSeconds } = lag;
  const nameOf = (from: string) => (period === "day" ? times.hour(from) : times.dayOf(from));
  const slots = lags.map((slot) => ({ ...slot, name: nameOf(slot.from) }));
  const formatted = (seconds: number | null) => (seconds === null ? "–" : numbers.seconds(seconds));
  const columns = (["slot", "median", "high", "waiting"] as const).map((key) => ({
    key,
    label: t(`lags.columns.${key}`),
    number: key !== "slot",
  }));
  return (
    <Chart
      title={t("lags.title")}
      note={t(`lags.note.${period}`)}
      chart="handovers"
      query={query}
      columns={columns}
      empty={slots.every(({ median }) => median === null) && t("lags.empty")}
      rows={slots.map((slot) => (
        <tr key={slot.from}>
          <th scope="row">{slot.name}</th>
          <td data-number="">{formatted(slot.median)}</td>
          <td data-number="">{formatted(slot.high)}</td>
          <td data-number="">{numbers.count(slot.waiting)}</td>
        </tr>
      ))}
    >
      <ResponsiveContainer>
        <LineChart data={slots} accessibilityLayer={false} margin={{ top: 12, right: 8, bottom: 0, left: 0 }}>
          <CartesianGrid vertical={false} stroke={PAINT.grid} />
          <XAxis dataKey="name" {...AXIS} interval="preserveStartEnd" minTickGap={18} />
          <YAxis {...AXIS} width={52} tickFormatter={formatted} domain={[0, "auto"]} />
          <Tooltip formatter={(value) => formatted(Number(value))} />
          <ReferenceLine
            y={targetSeconds}
            ifOverflow="extendDomain"
            stroke={PAINT.before}
            strokeDasharray="6 4"
            label={{
              value: t("lags.target", { time: numbers.seconds(targetSeconds) }),
              position: "insideTopLeft",
              fill: PAINT.before,
            }}
          />
          <Line
            dataKey="high"
            name={t("lags.columns.high")}
            stroke={PAINT.high}
            strokeWidth={2}
            dot={{ r: 2 }}
            isAnimationActive={false}
          />
          <Line
            dataKey="median"
            name={t("lags.columns.median")}
            stroke={PAINT.line}
            strokeWidth={2.5}
            dot={{ r: 2 }}
            isAnimationActive={false}
          />
        </LineChart>
      </ResponsiveContainer>
    </Chart>
  );
}
