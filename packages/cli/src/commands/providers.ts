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
import { printing } from '../kernel/json-fields.ts'
import type { FillCommand, LazyCommand } from '../kernel/lazy.ts'
import { forEachId, outcomeFields } from '../kernel/outcomes.ts'
import { resourceVerbs } from '../kernel/resource/verbs.ts'
import { withSecrets } from '../kernel/secret-flags.ts'
import { demand, type Session } from '../kernel/session.ts'
import { providerText } from '../providers/texts.ts'
import { text } from '../texts.ts'

/** Asked for where no flag gives it. */
async function askPassword(session: Session): Promise<string> {
  demand(session, '--password')
  return (await session.world.prompt()).password(providerText('askPassword'))
}

const verbs = resourceVerbs<ProviderRecord>({
  command: 'providers',
  calls: providers,
  id: 'tag',
  columns: [
    { header: 'TAG', value: row => row.tag, look: 'accent' },
    { header: 'NAME', value: row => row.displayName, flexible: true },
    { header: 'EMAIL', value: row => row.email, flexible: true },
    { header: 'CONTACT', value: row => row.contact, flexible: true },
    { header: 'TENANT', value: row => row.tenantId, look: 'dim' },
  ],
  filters: {
    names: { isTenantProvider: 'tenants', isDeleted: 'deleted' },
    help: {
      query: providerText('help.query'),
      isTenantProvider: providerText('help.tenants'),
      isDeleted: providerText('help.deleted'),
    },
  },
  fields: {
    names: { isBulkUploadEnabled: 'bulk-upload', stage1Encode: 'stage1-encode', phoneNumber: 'phone' },
    values: { mediaPlatform: { platform: MediaPlatform.Own, jwplayer: MediaPlatform.JwPlayer } },
    help: {
      displayName: providerText('help.displayName'),
      password: providerText('help.password'),
      mediaPlatform: providerText('help.platform'),
      jwPlayerSiteId: providerText('help.jwSite'),
      jwPlayerSecret: providerText('help.jwSecret'),
      phoneNumber: providerText('help.phone'),
      isBulkUploadEnabled: providerText('help.bulkUpload'),
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
  uses: async () => providerText('deleteText'),
})

/** C-98 */
const addRestore: FillCommand = (command, session) => {
  command
    .argument('<id...>', text('resource.ids'))
    .hook('preAction', printing(session, outcomeFields('tag')))
    .action(async (ids: string[]) => {
      const api = await session.api()
      const act = (tag: string) => api.providers.restore({ tag }).then(() => en['provider.restored'])
      return forEachId(session, 'tag', { ids: [...new Set(ids)], act })
    })
}

/** PROV-01 to PROV-12: `kinora providers`. */
export const providerVerbs: readonly LazyCommand[] = [
  ...verbs,
  { name: 'restore', summary: providerText('help.restore'), load: async () => addRestore },
]
