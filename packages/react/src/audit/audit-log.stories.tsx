import type { AuditEntry } from '@kinora/core'
import { Failure, never, type StoryAnswers, StoryKinora } from '../testing/stories.tsx'
import { AuditLog } from './audit-log.tsx'

export default { title: 'Audit/AuditLog' }

const change: AuditEntry = {
  entryId: 3,
  at: '2026-11-20T09:00:00',
  kind: 'change',
  userId: 'u',
  by: 'Ada Berg',
  email: 'ada@x.test',
  role: 0,
  client: 'portal',
  address: null,
  keyId: null,
  keyName: null,
  externalId: null,
  externalName: null,
  noun: 'titles',
  row: 'yin',
  name: 'Yin & rest',
  nameNow: 'Yin & rest',
  sites: [],
  verb: 'update',
  version: 4,
  tenantId: 'north',
  tenantName: 'Northwind',
  providerId: null,
  providerName: null,
  changes: [{ path: 'className', before: 'Yin', after: 'Yin & rest' }],
}
const session: AuditEntry = {
  ...change,
  noun: 'session',
  name: null,
  nameNow: null,
  changes: [],
  version: 0,
  address: '10.0.0.7',
}
const entries: AuditEntry[] = [
  change,
  { ...session, entryId: 2, kind: 'refusal', verb: 'refused', row: 'playback.recount' },
  {
    ...session,
    entryId: 1,
    kind: 'failedSignIn',
    verb: 'loginFailed',
    userId: '',
    by: '',
    email: null,
    role: null,
    row: '',
  },
]
const paged = (data: AuditEntry[]) => ({ data, totalRecords: data.length, totalPages: 1, page: 1 })
const log = (audit: StoryAnswers['audit']) => (
  <StoryKinora answers={{ audit }}>
    <AuditLog backHref="#admin" />
  </StoryKinora>
)

export const Loading = { render: () => log({ list: never }) }
export const Empty = { render: () => log({ list: () => paged([]) }) }
export const Failed = { render: () => log({ list: () => new Failure(500) }) }
export const Full = { render: () => log({ list: () => paged(entries) }) }
