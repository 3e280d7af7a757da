import {
  assertNoIssues,
  checkNewProvider,
  checkProviderChange,
  en,
  MediaPlatform,
  type NewProvider,
  newProvider,
  type ProviderRecord,
  providers,
} from '@kinora/core'
import { type LazyCommand, verb } from '../kernel/lazy.ts'
import { ofEach } from '../kernel/outcomes.ts'
import { resourceVerbs } from '../kernel/resource.ts'
import { withSecrets } from '../kernel/secrets.ts'
import { requireFlag, type Session } from '../kernel/session.ts'
import { text } from '../kernel/texts.ts'

/** Asked for where no flag gives it. */
async function askPassword(session: Session): Promise<string> {
  requireFlag(session, '--password')
  return (await session.world.prompt()).password('Password of the new account')
}

const verbs = resourceVerbs<ProviderRecord>({
  command: 'providers',
  calls: providers,
  id: 'tag',
  columns: [
    { header: 'NAME', value: row => row.displayName, flexible: true },
    { header: 'EMAIL', value: row => row.email, flexible: true },
    { header: 'CONTACT', value: row => row.contact, flexible: true },
    { header: 'TENANT', value: row => row.tenantId, look: 'dim' },
  ],
  filters: {
    names: { isTenantProvider: 'tenants', isDeleted: 'deleted' },
    help: {
      query: 'only those with this in a name, the email, the contact or the phone number',
      isTenantProvider: 'those that belong to tenants',
      isDeleted: 'those deleted within 30 days',
    },
  },
  fields: {
    names: { isBulkUploadEnabled: 'bulk-upload', stage1Encode: 'stage1-encode', phoneNumber: 'phone' },
    values: { mediaPlatform: { platform: MediaPlatform.Own, jwplayer: MediaPlatform.JwPlayer } },
    help: {
      displayName: 'what people see; the name unless given',
      password: 'password of the account: @FILE, or - to read it from stdin',
      mediaPlatform: 'who plays the videos',
      jwPlayerSiteId: 'JW Player site id; an empty value removes it',
      jwPlayerSecret: 'JW Player secret: @FILE, or - to read it from stdin; an empty value removes it',
      phoneNumber: 'phone number; an empty value removes it',
      isBulkUploadEnabled: 'it may upload in bulk',
      stage1Encode: 'its files are encoded as soon as their last byte is here, whoever asks',
    },
    omit: ['userRole'],
  },
  secrets: ['jwPlayerSecret'],
  samples: {
    name: ['Northwind Films'],
    contact: ['Nora Wind'],
    email: ['nora@northwind.example'],
    password: ['-'],
  },
  start: { mediaPlatform: MediaPlatform.Own },
  async toDraft(session, flags, { row }) {
    const given = await withSecrets(session, flags, ['password', 'jwPlayerSecret'])
    if (row !== undefined) {
      assertNoIssues(checkProviderChange(given as Partial<NewProvider>, row))
      return given
    }
    const password = (given.password as string | undefined) ?? (await askPassword(session))
    assertNoIssues(checkNewProvider({ ...newProvider, ...given, password }))
    return { ...given, password }
  },
  uses: async () => 'can be restored within 30 days',
})

/** C-98 */
const addRestore = ofEach('tag', {
  argument: ['<id...>', text('resource.ids')],
  async act(session, tag) {
    await (await session.send())(providers.restore, { tag })
    return en['provider.restored']
  },
  examples: ['TAG'],
})

/** PROV-01 to PROV-12: `kinora providers`. */
export const providerVerbs: readonly LazyCommand[] = [
  ...verbs,
  verb('restore', 'restore providers within 30 days of their deletion', addRestore),
]
