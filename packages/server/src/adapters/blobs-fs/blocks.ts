/** Bytes of a block, and what a disk wants their place in memory and in the file to be a multiple of. */
export const BLOCK = 1_048_576
export const PAGE = 4096
const AT_ONCE = 16

export type Block = Uint8Array<ArrayBuffer>

export interface Blocks {
  take(): Block
  give(block: Block): void
}

/**
 * Memory that begins where a page begins, as writing past the system's cache asks for. Node says of no other memory
 * where it lies than of WebAssembly's, whose pages are the system's. What nobody has touched yet is none.
 */
export function createBlocks(): Blocks {
  const free: Block[] = []
  const pages = (AT_ONCE * BLOCK) / 65_536
  const more = (): void => {
    const { buffer } = new WebAssembly.Memory({ initial: pages, maximum: pages })
    for (let count = 0; count < AT_ONCE; count++) free.push(new Uint8Array(buffer, count * BLOCK, BLOCK))
  }
  return {
    take() {
      if (free.length === 0) more()
      return free.pop()!
    },
    give: block => void free.push(block),
  }
}
