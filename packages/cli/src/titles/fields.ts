import { Title } from '@kinora/core'
import { readableNames } from './readable.ts'

/** What `--json` may name of a title. */
export const titleFields: readonly string[] = [...Object.keys(Title.shape), ...readableNames]

/** Of one title in full. */
export const fullTitleFields = [...titleFields, 'uploads']
