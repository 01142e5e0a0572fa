import { Link } from "wouter";
import type { Activation } from "#contract/desk/publishing-answers.ts";
import { useTexts } from "#desk/app/texts.tsx";
import { useTimes } from "#desk/app/time.ts";
import { Panel } from "#desk/kit/Panel.tsx";
import { Table } from "#desk/kit/Table.tsx";
import { useKind } from "./kind.ts";

/** Earlier versions, the latest first, and those that were called off. */
export function Past({ past }: { readonly past: readonly Activation[] }) {
  const t = useTexts("publishing");
  const times = useTimes();
  const { path } = useKind();
  if (past.length === 0) return null;
  const columns = (["version", "from", "by"] as const).map((key) => ({ key, label: t(`past.${key}`) }));
  return (
    <Panel title={t("past.title")}>
      <Table caption={t("past.title")} columns={columns}>
        {past.map(({ id, version, from, by, cancelledBy }) => (
          <tr key={id}>
            <th scope="row">
              <Link href={`${path}/version/${version}`}>{version}</Link>
            </th>
            <td data-one-line="">{times.full(from)}</td>
            <td>{cancelledBy === null ? by : `${by}, ${t("past.cancelled", { by: cancelledBy })}`}</td>
          </tr>
        ))}
      </Table>
    </Panel>
  );
}
