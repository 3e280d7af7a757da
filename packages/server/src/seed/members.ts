import { memberTemplateRows } from '@kinora/core/bulk'
import { batchesTable } from '../batch-work/tables.ts'
import type { Deps } from '../deps.ts'
import { toCsvLine } from '../kernel/csv.ts'
import { memberSubscriptionsTable, membersTable } from '../members/tables.ts'
import { demoAccounts } from './accounts.ts'

const DAY = 86_400_000
const tenants = ['pulsehouse', 'oasiswellness', 'nordicmove'] as const
const people = [
  ...['Mia Larsen', 'Jonas Weber', 'Priya Shah', 'Tom Fielding', 'ليان خوري', 'Camille Dubois', 'Alex Stone'],
  ...['Nadia Rahimi', 'Henrik Åsberg', 'Ruth Okafor', 'Sam Ortiz', 'Eleni Pappa', 'Yuki Tanaka', 'Ola Nowak'],
]

/** What a member has had: first and last day before today, where there is a last one. */
interface Plan {
  title: string
  source: string
  status: string
  externalStatus: string | null
  from: number
  to: number | null
  price: string | null
}
const plan = (
  title: string,
  source: string,
  [status, externalStatus]: readonly [string, string | null],
  [from, to]: readonly [number, number | null],
): Plan => ({
  title,
  source,
  status,
  externalStatus,
  from,
  to,
  price: title === 'Premium' ? '19.90' : '9.90',
})

/** One of each state and source; the last member has none. */
const plans: readonly (readonly Plan[])[] = [
  [plan('Premium', 'stripe', ['active', 'active'], [172, null])],
  [plan('Basic', 'flatfile', ['active', null], [150, null])],
  [plan('Premium', 'stripe', ['cancelled', 'canceled'], [160, 41])],
  [plan('Basic', 'flatfile', ['expired', null], [178, 88])],
  [plan('Premium', 'apple', ['trial', 'trialing'], [6, -8])],
  [
    plan('Premium', 'stripe', ['active', 'past_due'], [64, null]),
    plan('Basic', 'stripe', ['cancelled', 'canceled'], [175, 65]),
  ],
  [plan('Basic', 'mms', ['active', 'active'], [95, null])],
]

/** Members of the demo's tenants with what they subscribed to over half a year, and a file of members that is ready to be imported. */
export async function seedMembers({ db, blobs, clock }: Pick<Deps, 'db' | 'blobs' | 'clock'>): Promise<void> {
  const now = clock.now().getTime()
  const dayAgo = (days: number) => new Date(now - days * DAY).toISOString().slice(0, 10)
  const rows = tenants.flatMap((tenantId, at) =>
    people.map((name, nth) => {
      const number = String(nth + 1).padStart(3, '0')
      const joined = Math.max(1, ...(plans[(nth + at) % 8] ?? []).map(({ from }) => from))
      const seen = new Date(now - ((nth * 5 + at) % 30) * DAY)
      return {
        userId: `demo-member-${tenantId}-${number}`,
        tenantId,
        externalUserId: `${tenantId}-${number}`,
        name,
        email: `member${number}@${tenantId}.example`,
        lastAccessedAt: seen,
        lastLoginAt: seen,
        createdAt: new Date(now - joined * DAY - nth * 60_000),
        updatedAt: seen,
      }
    }),
  )
  await db.insert(membersTable).values(rows)
  const items = tenants.flatMap((tenantId, at) =>
    people.flatMap((_, nth) =>
      (plans[(nth + at) % 8] ?? []).map(({ from, to, ...item }, index) => ({
        ...item,
        id: `demo-item-${tenantId}-${nth + 1}-${index + 1}`,
        userId: `demo-member-${tenantId}-${String(nth + 1).padStart(3, '0')}`,
        productId: `${item.title.toLowerCase()}-1`,
        planId: 'monthly',
        startDate: dayAgo(from),
        endDate: to === null ? null : dayAgo(to),
        ...(item.status === 'trial' && { trialStart: dayAgo(from), trialEnd: dayAgo(to ?? 0) }),
        cancelledDates: item.status === 'cancelled' ? [dayAgo(to ?? 0)] : [],
      })),
    ),
  )
  await db.insert(memberSubscriptionsTable).values(items)
  await seedImport({ db, blobs, clock })
}

async function seedImport({ db, blobs, clock }: Pick<Deps, 'db' | 'blobs' | 'clock'>): Promise<void> {
  const [header] = memberTemplateRows()
  const lines = [
    header!,
    [
      'pulsehouse-101',
      'Ines Prado',
      'ines@pulsehouse.example',
      'Premium',
      'premium-1',
      'monthly',
      'active',
      '',
      '',
    ],
    ['pulsehouse-001', 'Mia Larsen', 'mia@pulsehouse.example', '', '', '', '', '', ''],
    ['pulsehouse-102', 'No Address', 'not an address', '', '', '', '', '', ''],
  ].map(toCsvLine)
  const fileKey = 'batches/demo-import.csv'
  await blobs.put(fileKey, new TextEncoder().encode(lines.join('')))
  const { userId, email } = demoAccounts.tenant
  await db.insert(batchesTable).values({
    batchId: 'demo-import',
    kind: 'members',
    tenantId: 'pulsehouse',
    title: 'members',
    totalRows: 3,
    notificationEmail: email,
    fileName: 'members.csv',
    fileKey,
    createdBy: userId,
    createdAt: clock.now(),
    updatedAt: clock.now(),
  })
}
