import { asc, eq, sql } from 'drizzle-orm'
import { offered } from '../collections/index.ts'
import { collectionsTable } from '../collections/tables.ts'
import type { Deps } from '../deps.ts'
import { storeImage } from '../images/index.ts'
import { sha256 } from '../kernel/digest.ts'
import { documentsTable, documentTitlesTable } from '../stored-documents/tables.ts'
import { titlesTable } from '../stored-titles/tables.ts'

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

/** Bytes of a small PDF with a page for each text: a heading, then lines, in the reader’s own Helvetica. Latin letters alone. */
export function plainPdf(pages: readonly (readonly string[])[]): Uint8Array<ArrayBuffer> {
  const kids = pages.map((_, index) => `${4 + 2 * index} 0 R`)
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((lines, index) => {
      const content = toContent(lines)
      const resources = '/Resources << /Font << /F1 3 0 R >> >>'
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${5 + 2 * index} 0 R ${resources} >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ]
    }),
  ]
  let text = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const at = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(at).padStart(10, '0')} 00000 n \n`
  })
  const size = objects.length + 1
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}`
  text += `${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`
  return Uint8Array.from(text, letter => letter.charCodeAt(0))
}

function toContent([heading = '', ...lines]: readonly string[]): string {
  const bar = '0.13 0.42 0.35 rg 0 802 595 40 re f 0.1 g'
  const title = `BT /F1 30 Tf 56 720 Td (${escaped(heading)}) Tj ET`
  const rest = lines.map((line, index) => `BT /F1 15 Tf 56 ${672 - 28 * index} Td (${escaped(line)}) Tj ET`)
  return [bar, title, ...rest].join('\n')
}

const escaped = (text: string): string => text.replace(/[\\()]/g, '\\$&')
