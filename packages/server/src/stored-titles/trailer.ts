import { type TitleStatus, toTrailerState } from '@kinora/core'
import type { StoredTitle, TitleChange } from './rows.ts'

/** Where a trailer is in its state machine (E-3). */
export const trailerStateOf = (title: StoredTitle) =>
  toTrailerState({
    trailerStatus: title.trailerStatus,
    trailerLinkWeb: title.trailerWebKey,
    trailerLinkMobile: title.trailerMobileKey,
  })

/** E-3: the trailer's status and since when it stands so; every change of a trailer goes through here. */
export const toTrailer = (
  now: Date,
  trailerStatus: TitleStatus | null,
): Pick<TitleChange, 'trailerStatus' | 'trailerSince'> => ({ trailerStatus, trailerSince: now })
