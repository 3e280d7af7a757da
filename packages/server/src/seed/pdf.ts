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
