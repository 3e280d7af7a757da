/** Pixels across in which the platform gives a cover: a row of a list, a card, a player, each also for dense screens. */
export const IMAGE_WIDTHS = [160, 320, 640, 1280] as const
export type ImageWidth = (typeof IMAGE_WIDTHS)[number]

const ofPlatform = /\/media\/images\/[0-9a-f]{64}\.jpg$/

/** The `srcset` of a cover by its address; undefined where it isn't one that the platform keeps in several widths. */
export function toSourceSet(address: string | null): string | undefined {
  if (address === null || !ofPlatform.test(address)) return undefined
  return IMAGE_WIDTHS.map(width => `${address}?width=${width} ${width}w`).join(', ')
}

/** VAL-31, C-22: heights of a cover on small, medium and large cards, in pixels. */
export const coverHeights = { small: 180, medium: 224, large: 248 } as const
