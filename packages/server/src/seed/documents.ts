import { asc, eq, sql } from 'drizzle-orm'
import { offered } from '../collections/index.ts'
import { collectionsTable } from '../collections/tables.ts'
import type { Deps } from '../deps.ts'
import { storeImage } from '../images/index.ts'
import { sha256 } from '../kernel/digest.ts'
import { documentsTable, documentTitlesTable } from '../stored-documents/tables.ts'
import { titlesTable } from '../stored-titles/tables.ts'
import { plainPdf } from './pdf.ts'

const tenantId = 'pulsehouse'

const demo = [
  {
    documentId: 'demo-plan',
    title: 'Four-week plan',
    documentName: 'four-week-plan.pdf',
    description: 'Three classes a week, with days of rest.',
    isActive: true,
    pages: [
      ['Four-week plan', 'Monday: strength, 20 minutes', 'Wednesday: ride, 30 minutes', 'Saturday: yoga'],
      ['Week 3 and 4', 'Add ten minutes to each class.', 'Rest on Sunday.'],
    ],
  },
  {
    documentId: 'demo-warm-up',
    title: 'Warm-up card',
    documentName: 'warm-up.pdf',
    description: 'Five minutes before every class.',
    isActive: false,
    pages: [['Warm-up', 'Circle the arms', 'Swing the legs', 'Breathe']],
  },
] as const

/** Two PDFs of one tenant, the first with a collection and two titles. */
export async function seedDocuments({
  db,
  blobs,
  probe,
  clock,
}: Pick<Deps, 'db' | 'blobs' | 'probe' | 'clock'>): Promise<void> {
  for (const { pages, ...row } of demo) {
    const bytes = plainPdf(pages)
    const checked = await probe.document({ name: row.documentName, bytes })
    if ('issues' in checked) throw new Error(`the demo's ${row.documentName} is no good PDF`)
    const blobKey = `documents/${row.documentId}.pdf`
    await blobs.put(blobKey, bytes)
    const file = { blobKey, size: bytes.byteLength, digest: await sha256(bytes), pages: checked.pages }
    await db.transaction(async tx => {
      const previewLink = await storeImage({ blobs, db: tx }, checked.preview, 'png')
      await tx
        .insert(documentsTable)
        .values({ ...row, ...file, tenantId, previewLink, createdAt: clock.now() })
    })
  }
  const [{ documentId }] = demo
  await db
    .update(collectionsTable)
    .set({ documentIds: sql`ARRAY[${documentId}]` })
    .where(eq(collectionsTable.collectionTag, `demo-${tenantId}-1`))
  const titles = await db
    .select({ titleTag: titlesTable.tag })
    .from(titlesTable)
    .where(offered({ kind: 'tenant', tenantId }))
    .orderBy(asc(titlesTable.className), asc(titlesTable.tag))
    .limit(2)
  if (titles.length > 0)
    await db.insert(documentTitlesTable).values(titles.map(each => ({ ...each, documentId })))
}
