import { deflateSync } from 'node:zlib'
import { plainPdf } from '../src/seed/documents.ts'

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')
const bytes = (value: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(value, 'latin1'))
const plain = plainPdf([['Plan']])

/** Opens with a password alone. */
export const encryptedPdf = bytes(
  text(plain).replace(
    '/Root 1 0 R',
    `/Root 1 0 R /ID [<00> <00>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -44
      /O <${'00'.repeat(32)}> /U <${'11'.repeat(32)}> >>`,
  ),
)
/** Its upload ended too soon. */
export const cutPdf = plain.slice(0, plain.length - 200)
/** No reader finds its way in it. */
export const brokenPdf = bytes('%PDF-1.7\nnothing to see\n%%EOF\n')
export const emptyPdf = plainPdf([])

/** A few kilobytes that unfold to more than a reader may take. */
export function pdfBomb(): Uint8Array<ArrayBuffer> {
  const content = text(deflateSync(Buffer.from('0 0 m 500 500 l S\n'.repeat(3_000_000))))
  const stream = `<< /Length ${content.length} /Filter /FlateDecode >>\nstream\n${content}\nendstream`
  // Readers that find no table of contents make one of what they see.
  return bytes(
    text(plain)
      .replace(/<< \/Length \d+ >>\nstream\n[\s\S]*?\nendstream/, () => stream)
      .replace(/xref\n[\s\S]*?trailer/, 'trailer')
      .replace(/startxref\n\d+/, 'startxref\n0'),
  )
}
