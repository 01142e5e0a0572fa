// Counts the circular imports among the product's folders and files, by values only and including types. Usage: node
// tools/circles.ts [root…]; without a root: server, web and simulator.
import { circlesIn, fileCircles } from "./conventions/circles.ts";

const roots = process.argv.length > 2 ? process.argv.slice(2) : ["server", "extensions", "web", "simulator"];
const countings = { "by values": { types: false }, "by values and types": { types: true } };

for (const root of roots) {
  for (const [name, counting] of Object.entries(countings)) {
    const circles = circlesIn(root, counting);
    const files = fileCircles(root, counting);
    const top = circles.filter(({ folder }) => folder === root);
    console.log(
      `${root}, ${name}: ${sizes(top.map(({ members }) => members))} among its folders and root files, ` +
        `${sizes(circles.filter(({ folder }) => folder !== root).map(({ members }) => members))} inside its folders, ` +
        `${sizes(files)} of files`,
    );
    for (const { folder, members, path } of circles) {
      console.log(`  ${folder}/: ${members.map((member) => member.slice(folder.length + 1)).join(", ")}\n    ${path}`);
    }
  }
}

/** Returns the number of circles and of their members, such as "2 circles (5 + 3)". */
function sizes(components: readonly (readonly string[])[]): string {
  const counts = components.map(({ length }) => length).join(" + ");
  return `${components.length} ${components.length === 1 ? "circle" : "circles"}${counts && ` (${counts})`}`;
}
