import { Title } from '@kinora/core'

/** What `--json` may name of a title. */
export const titleFields: readonly string[] = Object.keys(Title.shape)

/** Of one title in full. */
export const fullTitleFields = [...titleFields, 'uploads']
