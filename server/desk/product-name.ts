import { byCode } from "#core/catalogue/catalogue.ts";
import type { DeskServices } from "./services.ts";

/** Returns a function that gives the name of a tariff or device in the catalogue on sale, or the code itself if it is not there. */
export async function productNames({
  catalogues,
}: Pick<DeskServices, "catalogues">): Promise<(code: string) => string> {
  const { mobileTariffs, tvTariffs, devices } = (await catalogues.current()).catalogue;
  const all: readonly { readonly code: string; readonly name: string }[] = [...mobileTariffs, ...tvTariffs, ...devices];
  return (code) => byCode(all, code)?.name ?? code;
}
