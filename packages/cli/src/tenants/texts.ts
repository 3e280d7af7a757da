import { type Catalogue, fillText, type MessageParams } from '@kinora/core'
import { safeValues } from '../kernel/cells.ts'

/** What only `kinora tenants` says. */
const tenantTexts = {
  'help.tenants': 'list, show, create, edit and delete tenants, and set up their sites and apps',
  'help.id': 'tenant id, as in kinora tenants list',
  'help.ids': 'tenant ids',
  'help.delete': 'delete tenants that own no titles and channels; they can be restored for 30 days',
  'help.restore': 'restore a deleted tenant; without an id, list those that can be restored',
  'help.keys': 'show the access key and the secret key of a tenant',
  'help.generate': 'generate a new pair; the old pair stops working at once',
  'help.export': 'write a whole tenant as a YAML file',
  'help.plan': 'show field by field what a tenant’s YAML file would change',
  'help.apply': 'make a tenant as its YAML file says; run again, it goes on or changes nothing',
  'help.web': 'show web settings, or change them with flags',
  'help.app': 'show mobile app settings, or change them with flags',
  'help.secret': 'secret: @FILE, or - to read it from stdin; an empty value removes it, after a question',
  'help.password': 'password of the tenant’s sign-in: @FILE, or - to read it from stdin',
  'help.zone': 'IANA time zone, such as Europe/Berlin',
  'help.siteType': 'site type; only administrators can change it',
  'help.query': 'only tenants with this text in the name, id, customer number or email',
  'help.source': 'where subscriptions come from',
  'delete.owned': '{{id}} still owns {{owned}}',
  'delete.ownedHow': 'Delete them or move them to another owner first.',
  'delete.titles': { one: '{{count}} title', other: '{{count}} titles' },
  'delete.channels': { one: '{{count}} channel', other: '{{count}} channels' },
  'delete.and': '{{titles}} and {{channels}}',
  'restore.done': 'Restored {{id}}',
  'keys.none': 'No keys yet. Generate them: kinora tenants keys {{id}} --generate',
  'keys.unused': 'never',
  'keys.ask': 'Generate new keys for {{id}}? The old pair stops working at once.',
  'keys.done': 'Generated new keys',
  'part.saved': 'Settings saved',
} as const satisfies Catalogue

export const tenantText = (key: keyof typeof tenantTexts, values?: MessageParams): string =>
  fillText(tenantTexts[key], safeValues(values))
