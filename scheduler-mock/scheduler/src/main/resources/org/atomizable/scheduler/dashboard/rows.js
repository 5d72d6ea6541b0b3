// Slices in rows: those of a GPU together in one, or each in its own; GPUs under their node.

const SLICE = 24;
const HEAD = 24;
const NODE = 34;
const LANE = 6;
const PADDING = 8;
/** As many slices are shown one by one where nobody has chosen. */
const FEW = 24;

const chosen = new Map();

function nodeOf(gpu) {
  const slash = gpu.indexOf("/");
  return slash < 0 ? "" : gpu.slice(0, slash);
}

function grouped(list, by) {
  const groups = new Map();
  for (const it of list) groups.set(by(it), [...(groups.get(by(it)) ?? []), it]);
  return groups;
}

function open(id, usual) { return chosen.get(id) ?? usual; }

export function toggle(row) { chosen.set(row.key, !row.open); }

export function toggleAll(rows, wanted) {
  for (const row of rows) if (row.type === "gpu") chosen.set(row.key, wanted);
}

/** The rows from top to bottom, each with its place. */
export function rowsOf(slices) {
  const rows = [];
  const few = slices.length <= FEW;
  let y = 0;
  const add = (row) => {
    rows.push({ ...row, y });
    y += row.height;
  };
  for (const [node, those] of grouped(slices, (it) => nodeOf(it.gpu))) {
    const gpus = grouped(those, (it) => it.gpu);
    const key = "node " + node;
    const isOpen = open(key, true);
    if (slices.length > 1) {
      const name = node || (gpus.size > 1 ? "All " + gpus.size + " GPUs" : "All slices");
      add({ type: "node", key, label: name, note: those.length + " slices", slices: those, height: NODE, open: isOpen });
    }
    if (!isOpen) continue;
    for (const [gpu, parts] of gpus) {
      const name = gpu.slice(node ? node.length + 1 : 0);
      const gpuKey = "gpu " + gpu;
      if (parts.length === 1) {
        add({ type: "slice", key: "slice " + parts[0].id, label: name, note: parts[0].kind, slices: parts, height: SLICE, open: false });
        continue;
      }
      const gpuOpen = open(gpuKey, few);
      const height = gpuOpen ? HEAD : Math.max(SLICE, parts.length * LANE + PADDING);
      add({ type: "gpu", key: gpuKey, label: name, note: parts.length + " slices", slices: parts, height, open: gpuOpen });
      if (gpuOpen) {
        for (const it of parts) add({ type: "slice", key: "slice " + it.id, label: it.id, note: it.kind, slices: [it], height: SLICE, open: false, inner: true });
      }
    }
  }
  return { rows, height: y };
}

/** Where the bar of each slice of a row lies in it. */
export function lanes(row) {
  if (row.type === "slice") return [{ slice: row.slices[0], top: 3, height: row.height - 6 }];
  if (row.type !== "gpu" || row.open) return [];
  const top = (row.height - row.slices.length * LANE) / 2;
  return row.slices.map((slice, index) => ({ slice, top: top + index * LANE, height: LANE - 1 }));
}
