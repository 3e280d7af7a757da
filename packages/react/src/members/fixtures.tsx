import {
  type Member,
  type MemberEvent,
  type MemberImport,
  type MemberImportRow,
  type MemberSubscription,
  Role,
  type TenantEntry,
} from '@kinora/core'
import { type StoryAnswers, storyUser } from '../testing/stories.tsx'
import { completed } from '../titles/testing/fixtures.ts'

const item = (id: string, title: string, part: Partial<MemberSubscription> = {}): MemberSubscription => ({
  id,
  title,
  status: 'active',
  externalStatus: 'active',
  source: 'stripe',
  productId: 'p-1',
  planId: 'monthly',
  price: '19.90',
  startDate: '2026-01-01',
  endDate: null,
  trialStart: null,
  trialEnd: null,
  cancelledDates: [],
  crmSource: null,
  crmUserId: null,
  discountCode: null,
  isCorrected: false,
  ...part,
})
const member = (
  nth: number,
  name: string,
  subscriptionItems: MemberSubscription[],
  part: Partial<Member> = {},
): Member => ({
  userId: `u-${nth}`,
  externalUserId: `north-${nth}`,
  name,
  email: `m${nth}@north.example`,
  createdDate: '2026-11-18T08:00:00',
  lastAccessedAt: null,
  lastLoginAt: '2026-11-20T07:30:00',
  subscriptionItems,
  isActive: true,
  disabledAt: null,
  corrected: [],
  version: 1,
  ...part,
})

export const storyMembers: Member[] = [
  member(1, 'Mia Larsen', [
    item('s-1', 'Premium'),
    item('s-2', 'Basic', { status: 'cancelled', cancelledDates: ['2026-03-01'], endDate: '2026-03-01' }),
  ]),
  member(2, 'ليان خوري', [item('s-3', 'Premium', { status: 'trial', source: 'apple' })]),
  member(3, 'Tom Fielding', [], { isActive: false, disabledAt: '2026-11-19T10:00:00' }),
  member(4, 'Ruth Okafor', [item('s-4', '', { status: 'expired', source: 'flatfile' })]),
  member(
    5,
    'Ines Prado',
    [
      item('s-5', 'Gift', { source: 'manual' }),
      item('s-6', 'Basic', { source: 'flatfile', isCorrected: true, status: 'trial' }),
    ],
    { corrected: ['email'] },
  ),
]

/** What staff has done to a member. */
const storyHistory: MemberEvent[] = [
  {
    entryId: 2,
    at: '2026-11-19T10:00:00',
    by: 'Nora Wind',
    verb: 'addItem',
    changes: [
      { path: 'item.title', before: null, after: 'Gift' },
      { path: 'item.status', before: null, after: 'active' },
    ],
  },
  {
    entryId: 1,
    at: '2026-11-18T10:00:00',
    by: 'Nora Wind',
    verb: 'update',
    changes: [{ path: 'email', before: 'ines@north.exmaple', after: 'm5@north.example' }],
  },
]

/** An import as a story begins with it. */
export const storyImport = (part: Partial<MemberImport> = {}): MemberImport => ({
  fileId: 'f-1',
  name: 'november',
  createdDate: '2026-11-18T08:00:00',
  status: null,
  uploadedBy: 'Nora Wind',
  totalUsers: 120,
  doneUsers: 0,
  failedUsers: 0,
  problem: null,
  isFinishing: false,
  ...part,
})

export const storyResults: MemberImportRow[] = [
  { row: 2, externalUserId: 'north-1', state: 'added', problem: '' },
  { row: 3, externalUserId: 'north-2', state: 'updated', problem: '' },
  { row: 4, externalUserId: 'north-3', state: 'unchanged', problem: '' },
  {
    row: 6,
    externalUserId: 'north-5',
    state: 'kept',
    problem: 'Corrected by hand and kept: email.',
  },
  { row: 5, externalUserId: '', state: 'refused', problem: 'externalUserId: Required externalUserId' },
]

const entry: TenantEntry = {
  tenantId: 'north',
  name: 'Northwind',
  connect: null,
  providerId: null,
  isBulkUploadEnabled: true,
  isRichTextEnabled: true,
  timeZone: 'Europe/Berlin',
}

const paged = <T,>(data: T[]) => ({ data, totalRecords: data.length, totalPages: 1, page: 1 })

/** A platform with these members and this import. */
export const memberAnswers = (
  found: MemberImport = storyImport(),
  replaced: StoryAnswers['members'] = {},
): StoryAnswers => ({
  session: { verify: () => ({ user: { ...storyUser, role: Role.Tenant, tenants: [entry] } }) },
  members: {
    list: ({ subscriptionStatus: status }) =>
      paged(
        storyMembers.filter(
          ({ subscriptionItems }) =>
            !status?.length || subscriptionItems.some(one => status.includes(one.status)),
        ),
      ),
    metadata: () => ({
      subscriptionStatus: ['active', 'cancelled', 'expired', 'trial'],
      externalSubscriptionStatus: ['active'],
      externalSubscriptionSource: ['apple', 'flatfile', 'stripe'],
    }),
    fetch: ({ userId }) => storyMembers.find(one => one.userId === userId)!,
    update: ({ userId, name, email }) => {
      const found = storyMembers.find(one => one.userId === userId)!
      return { ...found, name: name ?? found.name, email: email ?? found.email, version: 2 }
    },
    disable: ({ userId }) => storyMembers.find(one => one.userId === userId)!,
    enable: ({ userId }) => storyMembers.find(one => one.userId === userId)!,
    addItem: ({ userId }) => storyMembers.find(one => one.userId === userId)!,
    updateItem: () => storyMembers[4]!,
    endItem: () => storyMembers[4]!,
    history: () => paged(storyHistory),
    erase: () => ({ status: 200 }),
    ...replaced,
  },
  entitlements: {
    explain: () => ({
      isAllowed: false,
      lockedContentBehaviour: 'show_popup',
      reasons: [
        { rule: 'site', isMet: true, finding: 'siteOpen', names: [] },
        { rule: 'member', isMet: true, finding: 'memberOn', names: [] },
        { rule: 'published', isMet: true, finding: 'published', names: [] },
        { rule: 'channel', isMet: true, finding: 'onThisSite', names: [] },
        { rule: 'product', isMet: true, finding: 'everyProduct', names: [] },
        { rule: 'dates', isMet: true, finding: 'on', names: [] },
        { rule: 'package', isMet: false, finding: 'locked', names: ['Gold'] },
        { rule: 'terms', isMet: true, finding: 'notTold', names: [] },
      ],
    }),
  },
  collections: { classes: () => paged([{ ...completed, tag: 'morning', className: 'Morning flow' }]) },
  'member-imports': {
    list: () => ({ data: [found], pageNo: 1, totalRecords: 1, totalPages: 1 }),
    fetch: () => found,
    results: () => paged(found.status === null ? storyResults.slice(-1) : storyResults),
    upload: () => ({ fileId: 'f-1' }),
  },
})
