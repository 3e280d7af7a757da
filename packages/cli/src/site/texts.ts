import { type Catalogue, fillText, type MessageParams } from '@kinora/core'
import { safeValues } from '../kernel/cells.ts'

/** What only `kinora site` says. */
const siteCommandTexts = {
  'help.site': 'show and change the settings and links of a tenant’s site',
  'help.show': 'show the settings of a type, or its links',
  'help.set': 'change settings; fields that are left out stay',
  'help.remove': 'delete the settings of a type, or one link',
  'help.order': 'put custom links into another order',
  'help.type': 'general, web, mobile, social, app or custom',
  'help.fields':
    'field=value, such as appTitle="Pulse House" or light.logoUrl=logo.png; a picture is a file or the address of a stored one',
  'help.tag': 'tag of a custom link, as show prints it',
  'help.tags': 'tags of custom links, the first one first',
  'type.unknown': '{{type}} is no type of site settings',
  'type.how': 'Use general, web, mobile, social, app or custom.',
  'field.form': '{{given}} is not a field and its value',
  'field.unknown': '{{type}} settings have no field {{field}}',
  'field.how': 'Fields: {{fields}}',
  'set.done': 'Settings saved',
  'none.text': 'Nothing is set yet',
  'none.how': 'Set it: kinora site set {{type}}{{context}}',
  'remove.ask': 'Delete all {{type}} settings of the site?',
  'remove.askOne': 'Delete the link {{tag}}?',
  'remove.done': 'Deleted',
  'order.done': 'Order of links saved',
} as const satisfies Catalogue

export const siteText = (key: keyof typeof siteCommandTexts, values?: MessageParams): string =>
  fillText(siteCommandTexts[key], safeValues(values))
