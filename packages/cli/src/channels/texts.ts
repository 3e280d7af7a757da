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
  'help.availability': 'in-club, app-and-web or hotel, or their numbers 0, 1 and 2; what isn’t named isn’t',
  'help.titles': 'see what is in an own channel, and take it off',
  'help.titleList': 'list what a channel of one’s own holds, other providers’ titles first',
  'help.titleRemove': 'take titles off a channel of one’s own; sites no longer show them',
  'help.channel': 'name or tag of the channel',
  'help.foreign': 'only titles of other providers',
  askRemove: {
    one: 'Take {{count}} title off the channel and off all sites?',
    other: 'Take {{count}} titles off the channel and off all sites?',
  },
  removed: { one: '{{count}} title taken off', other: '{{count}} titles taken off' },
  'usage.availability': '--availability: "{{value}}" is none of: {{choices}}',
} as const satisfies Catalogue

export const channelText = (key: keyof typeof channelTexts, values?: MessageParams): string =>
  fillText(channelTexts[key], safeValues(values))
