import { type Catalogue, fillText, type MessageParams } from '@kinora/core'
import { safeValues } from '../kernel/cells.ts'

/** What only `kinora channels` says. */
const channelTexts = {
  'help.query': 'only those with this in a name',
  'help.provider': 'name or tag of the provider',
  'help.displayName': 'what people see',
  'help.profile': 'profile image file, 160 x 160; an empty value removes the image',
  'help.mediaSpace': 'media space image file, 1920 x 564; an empty value removes the image',
  'help.active': 'active; --no-active unpublishes its titles everywhere',
  'help.availability': 'in-club, app-and-web or hotel; what isn’t named isn’t',
  'usage.availability': '--availability: "{{value}}" is none of: {{choices}}',
} as const satisfies Catalogue

export const channelText = (key: keyof typeof channelTexts, values?: MessageParams): string =>
  fillText(channelTexts[key], safeValues(values))
