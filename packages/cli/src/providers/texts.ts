import { type Catalogue, fillText, type MessageParams } from '@kinora/core'
import { safeValues } from '../kernel/cells.ts'

/** What only `kinora providers` says. */
const providerTexts = {
  'help.query': 'only those with this in a name, the email or the contact',
  'help.tenants': 'those that belong to tenants',
  'help.deleted': 'those deleted within 30 days',
  'help.bulkUpload': 'it may upload in bulk',
  'help.displayName': 'what people see; the name unless given',
  'help.password': 'password of the account: @FILE, or - to read it from stdin',
  'help.platform': 'who plays the videos',
  'help.jwSite': 'JW Player site id; an empty value removes it',
  'help.jwSecret': 'JW Player secret: @FILE, or - to read it from stdin; an empty value removes it',
  'help.phone': 'phone number; an empty value removes it',
  'help.restore': 'restore providers within 30 days of their deletion',
  askPassword: 'Password of the new account',
  deleteText: 'can be restored within 30 days',
} as const satisfies Catalogue

export const providerText = (key: keyof typeof providerTexts, values?: MessageParams): string =>
  fillText(providerTexts[key], safeValues(values))
