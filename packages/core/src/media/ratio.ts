/** VAL-21: how far width divided by height may be from the ratio asked for. */
export const RATIO_TOLERANCE = 0.02

/** VAL-21 */
export function hasRatio(size: { width: number; height: number }, width: number, height: number): boolean {
  return Math.abs(size.width / size.height - width / height) <= RATIO_TOLERANCE
}
