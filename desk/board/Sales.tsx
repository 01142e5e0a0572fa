import { Bar, CartesianGrid, Cell, ComposedChart, Line, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import type { Board } from "#contract/desk/board.ts";
import { amount, useNumbers } from "#desk/app/numbers.ts";
import { useTexts } from "#desk/app/texts.tsx";
import { useTimes } from "#desk/app/time.ts";
import { Chart, AXIS, PAINT } from "./Chart.tsx";
import type { BoardQuery } from "./board-query.ts";

/** Orders by hour or by day, compared with earlier ones on the same weekday. */
export function Sales({ board, query }: { readonly board: Board; readonly query: BoardQuery }) {
  const t = useTexts("board");
  const numbers = useNumbers();
  const times = useTimes();
  const { sales, period, day } = board;
  const nameOf = (from: string) => (period === "day" ? times.hour(from) : times.dayOf(from));
  const slots = sales.map((slot) => ({ ...slot, name: nameOf(slot.from) }));
  const columns = (["slot", "orders", "before", "cancelled", "monthly", "oneTime", "now"] as const).map((key) => ({
    key,
    label: t(`sales.columns.${key}`),
    number: key !== "slot",
  }));
  return (
    <Chart
      title={t(`sales.title.${period}`)}
      note={t(`sales.note.${period}`, { weekday: times.weekday(day) })}
      chart="sales"
      query={query}
      columns={columns}
      rows={slots.map((slot) => (
        <tr key={slot.from}>
          <th scope="row">
            {slot.name} {slot.running && t("sales.running")}
          </th>
          <td data-number="">{numbers.count(slot.orders)}</td>
          <td data-number="">{slot.before === null ? "–" : numbers.count(slot.before)}</td>
          <td data-number="">{numbers.count(slot.cancelled)}</td>
          <td data-number="">{amount(slot.monthly)}</td>
          <td data-number="">{amount(slot.oneTime)}</td>
          <td data-number="">{amount(slot.now)}</td>
        </tr>
      ))}
    >
      <ResponsiveContainer>
        <ComposedChart data={slots} accessibilityLayer={false} margin={{ top: 12, right: 8, bottom: 0, left: 0 }}>
          <CartesianGrid vertical={false} stroke={PAINT.grid} />
          <XAxis dataKey="name" {...AXIS} interval="preserveStartEnd" minTickGap={18} />
          <YAxis {...AXIS} width={40} allowDecimals={false} />
          <Tooltip cursor={{ fill: PAINT.grid }} />
          <Bar dataKey="orders" name={t("sales.columns.orders")} radius={[3, 3, 0, 0]} isAnimationActive={false}>
            {slots.map(({ from, running }) => (
              <Cell key={from} fill={running ? PAINT.running : PAINT.bar} />
            ))}
          </Bar>
          <Line
            dataKey="before"
            name={t("sales.columns.before")}
            stroke={PAINT.before}
            strokeDasharray="3 4"
            strokeWidth={2}
            dot={false}
            isAnimationActive={false}
          />
        </ComposedChart>
      </ResponsiveContainer>
    </Chart>
  );
}
