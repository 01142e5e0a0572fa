import { Phone } from "./Phone.tsx";
import { Sim } from "./Sim.tsx";
import { Television } from "./Television.tsx";

/** The drawing of a product. Decorative, because the name is next to it. */
export function ProductArt({
  product,
  className,
}: {
  readonly product: { readonly kind: "mobile" | "tv" | "device"; readonly art: string };
  readonly className?: string | undefined;
}) {
  if (product.kind === "device") return <Phone art={product.art} className={className} />;
  return product.kind === "tv" ? <Television className={className} /> : <Sim className={className} />;
}
