import { safe } from './cells.ts'
import type { TokenPlace } from './world.ts'

/** Where a token is kept, in words. */
export function placeText(place: TokenPlace): string {
  return place.kind === 'keyring' ? 'Token in the system keyring' : safe`Token in ${place.path}`
}
