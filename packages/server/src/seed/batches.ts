import { columns } from '@kinora/core/bulk'
import { batchesTable } from '../batch-work/tables.ts'
import type { Deps } from '../deps.ts'
import { toCsvLine } from '../kernel/csv.ts'
import { demoAccounts } from './accounts.ts'

type Cells = Readonly<Record<string, string>>

const row = (externalId: string, title: string, more: Cells): Cells => ({
  externalId,
  title,
  description: 'From the bulk upload of the demo.',
  language: 'en-GB',
  skill: '4',
  intensity: '5',
  ...more,
})

/** A bulk upload for the demo's tenant and one for its provider, ready to be started; the last row of each shows what a mistake looks like. */
const demoBatches = [
  {
    batchId: 'demo-batch-tenant',
    owner: { tenantId: 'pulsehouse', providerId: 'tenant-pulsehouse' },
    createdBy: demoAccounts.tenant.userId,
    rows: [
      row('pulse-autumn-1', 'Autumn Mobility', { file: 'media/clip-1.mp4', cover: 'media/cover-01.jpg' }),
      row('pulse-autumn-2', 'Five Minutes of Breath', {
        cover: 'media/cover-02.jpg',
        instructor: 'Nina Vogt',
      }),
      row('pulse-autumn-3', 'The Missing Reel', { file: 'media/not-there.mp4' }),
    ],
  },
  {
    batchId: 'demo-batch-provider',
    owner: { tenantId: null, providerId: 'ironside' },
    createdBy: demoAccounts.provider.userId,
    rows: [
      row('iron-autumn-1', 'Grip and Carry', { file: 'media/clip-2.mp4', channel: 'Ironside Strength' }),
      row('iron-autumn-2', 'Warm-up for Lifters', { cover: 'media/cover-02.jpg', instructor: 'Jo Ironside' }),
      row('iron-autumn-3', 'An Unknown Channel', { channel: 'Ironside Strenght' }),
    ],
  },
]

/** Files of the demo that are laid into the folders of its tenant and provider. */
export const demoStoreFiles = {
  folders: ['tenants/pulsehouse', 'providers/ironside'],
  files: ['clip-1.mp4', 'clip-2.mp4', 'cover-01.jpg', 'cover-02.jpg'],
} as const

export async function seedBatches({ db, blobs, clock }: Pick<Deps, 'db' | 'blobs' | 'clock'>): Promise<void> {
  const names = columns.map(column => column.name)
  for (const { batchId, owner, createdBy, rows } of demoBatches) {
    const fileKey = `batches/${batchId}.csv`
    const lines = rows.map(cells => toCsvLine(names.map(name => cells[name] ?? '')))
    await blobs.put(fileKey, new TextEncoder().encode(toCsvLine(names) + lines.join('')))
    await db.insert(batchesTable).values({
      batchId,
      ...owner,
      fileKey,
      createdBy,
      createdAt: clock.now(),
      title: 'Autumn classes',
      notificationEmail: 'ops@demo.kinora.test',
      fileName: 'autumn.csv',
    })
  }
}
