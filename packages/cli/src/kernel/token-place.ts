import { text } from '../texts.ts'
import type { TokenPlace } from './world.ts'

/** Where a token is kept, in words. */
export function placeText(place: TokenPlace): string {
  return place.kind === 'keyring' ? text('tokens.inKeyring') : text('tokens.inFile', { path: place.path })
}
