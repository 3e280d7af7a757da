interface Place {
  type: string
  start: number
  end: number
}

export function boxesOf(bytes: Buffer): Place[] {
  const places: Place[] = []
  for (let start = 0; start + 8 <= bytes.length; start = places.at(-1)!.end) {
    const end = start + bytes.readUInt32BE(start)
    places.push({ type: bytes.toString('latin1', start + 4, start + 8), start, end })
  }
  return places
}

const placeOf = (bytes: Buffer, type: string): Place => boxesOf(bytes).find(each => each.type === type)!
export const boxOf = (bytes: Buffer, type: string): Buffer => {
  const { start, end } = placeOf(bytes, type)
  return bytes.subarray(start, end)
}
export const without = (bytes: Buffer, type: string): Buffer => {
  const { start, end } = placeOf(bytes, type)
  return Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)])
}
export const emptied = (bytes: Buffer, type: string): Buffer => {
  const { start, end } = placeOf(bytes, type)
  const head = Buffer.from([0, 0, 0, 8, ...Buffer.from(type)])
  return Buffer.concat([bytes.subarray(0, start), head, bytes.subarray(end)])
}
export const blanked = (bytes: Buffer, type: string): Buffer => {
  const { start, end } = placeOf(bytes, type)
  return Buffer.from(bytes).fill(0, start + 8, end)
}

/** Where the words that say how long something is begin, behind the type of their box (version 0). */
const lengths: Readonly<Record<string, number>> = { mvhd: 20, tkhd: 24, mdhd: 20, elst: 12 }
const withLengths = (bytes: Buffer, types: readonly string[], value: number): Buffer => {
  const changed = Buffer.from(bytes)
  for (const type of types)
    for (let found = changed.indexOf(type); found >= 0; found = changed.indexOf(type, found + 4))
      changed.writeUInt32BE(value, found + lengths[type]!)
  return changed
}
export const zeroed = (bytes: Buffer, types: readonly string[]) => withLengths(bytes, types, 0)
/** Of a thousandth of a second or less, as some recorders of browsers leave it. */
export const shortened = (bytes: Buffer, types: readonly string[]) => withLengths(bytes, types, 1)
export const filled = (bytes: Buffer, types: readonly string[]) => withLengths(bytes, types, 0xffffffff)
export const counted = (bytes: Buffer, types: readonly string[], count: number): Buffer => {
  const changed = Buffer.from(bytes)
  for (const type of types)
    for (let found = changed.indexOf(type); found >= 0; found = changed.indexOf(type, found + 4))
      changed.writeUInt32BE(count, found + (type === 'stsz' ? 12 : 8))
  return changed
}
export const atBox = (bytes: Buffer, type: string, offset: number, value: number): Buffer => {
  const changed = Buffer.from(bytes)
  changed.writeUInt32BE(value, changed.indexOf(type) + offset)
  return changed
}
export const replaced = (bytes: Buffer, from: string, to: string): Buffer => {
  const changed = Buffer.from(bytes)
  changed.write(to, changed.indexOf(from), 'latin1')
  return changed
}
export const replacedAll = (
  bytes: Buffer,
  from: readonly string[],
  to: string,
  before = bytes.length,
  after = 0,
) => {
  const changed = Buffer.from(bytes)
  for (const each of from)
    for (
      let found = changed.indexOf(each, after);
      found >= 0 && found < before;
      found = changed.indexOf(each, found + 4)
    )
      changed.write(to, found, 'latin1')
  return changed
}

/** A film whose index says of so many samples one by one how long they last: laying it out takes seconds. */
export function heavy(film: Buffer, samples: number): Buffer<ArrayBuffer> {
  const rows = Buffer.alloc(16 + 8 * samples, Buffer.from([0, 0, 0, 1, 0, 0, 0, 9]))
  rows.writeUInt32BE(rows.length)
  rows.write('stts', 4, 'latin1')
  rows.writeUInt32BE(0, 8)
  rows.writeUInt32BE(samples, 12)
  return withBox(film, ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stts'], rows)
}

/** Puts a box in the place of the first one at this path, and lets those around it grow. */
function withBox(bytes: Buffer, [type, ...below]: readonly string[], box: Buffer): Buffer<ArrayBuffer> {
  const { start, end } = placeOf(bytes, type!)
  if (below.length === 0) return Buffer.concat([bytes.subarray(0, start), box, bytes.subarray(end)])
  const content = withBox(bytes.subarray(start + 8, end), below, box)
  const head = Buffer.from(bytes.subarray(start, start + 8))
  head.writeUInt32BE(8 + content.length)
  return Buffer.concat([bytes.subarray(0, start), head, content, bytes.subarray(end)])
}
