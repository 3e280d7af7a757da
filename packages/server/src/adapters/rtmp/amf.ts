export type Amf = number | boolean | string | null | undefined | { [name: string]: Amf } | Amf[]

/** The values of a command in AMF 0, one after the other. Throws where the bytes are none. */
export function decodeAmf(bytes: Buffer): Amf[] {
  const reader = createReader(bytes)
  const values: Amf[] = []
  while (!reader.isAtEnd()) values.push(reader.value(0))
  return values
}

/** Objects in objects that a command may have. */
const MAX_DEPTH = 8

function createReader(bytes: Buffer) {
  let at = 0
  const take = (count: number): Buffer => {
    if (at + count > bytes.length) throw new RangeError('the command is cut off')
    at += count
    return bytes.subarray(at - count, at)
  }
  const string = (): string => take(take(2).readUInt16BE()).toString('utf8')
  const object = (depth: number): Amf => {
    const found: Record<string, Amf> = Object.create(null)
    for (;;) {
      const name = string()
      if (name === '' && bytes[at] === 9) break
      found[name] = value(depth)
    }
    at += 1
    return found
  }
  const value = (depth: number): Amf => {
    if (depth > MAX_DEPTH) throw new RangeError('the command is too deep')
    const type = take(1)[0]!
    switch (type) {
      case 0:
        return take(8).readDoubleBE()
      case 1:
        return take(1)[0] !== 0
      case 2:
        return string()
      case 3:
        return object(depth + 1)
      case 5:
        return null
      case 6:
        return undefined
      case 8:
        take(4)
        return object(depth + 1)
      case 10: {
        const count = take(4).readUInt32BE()
        const found: Amf[] = []
        for (let nth = 0; nth < count; nth++) found.push(value(depth + 1))
        return found
      }
      case 11:
        return take(10).readDoubleBE()
      case 12:
        return take(take(4).readUInt32BE()).toString('utf8')
      default:
        throw new RangeError(`unknown type ${type}`)
    }
  }
  return { value, isAtEnd: () => at >= bytes.length }
}

/** What a server answers with: numbers, texts, truth, nothing, and objects of these. */
export const encodeAmf = (values: readonly Amf[]): Buffer => Buffer.concat(values.map(encode))

function encode(value: Amf): Buffer {
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(9)
    bytes.writeDoubleBE(value, 1)
    return bytes
  }
  if (typeof value === 'boolean') return Buffer.from([1, value ? 1 : 0])
  if (typeof value === 'string') return Buffer.concat([Buffer.from([2]), text(value)])
  if (value === null || typeof value !== 'object') return Buffer.from([5])
  const fields = Object.entries(value).flatMap(([name, each]) => [text(name), encode(each as Amf)])
  return Buffer.concat([Buffer.from([3]), ...fields, Buffer.from([0, 0, 9])])
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value, 'utf8')
  const length = Buffer.alloc(2)
  length.writeUInt16BE(bytes.length)
  return Buffer.concat([length, bytes])
}
