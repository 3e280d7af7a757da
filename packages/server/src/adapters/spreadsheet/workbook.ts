import type { Cells, Layout } from '../../ports/spreadsheet.ts'

/** A sum that follows the filter, with what it comes to. */
interface Sum {
  formula: string
  result: number
}
type Columns = Layout['columns']

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relationships = 'http://schemas.openxmlformats.org/package/2006/relationships'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Days from Excel's day 0 to 1970. */
const EPOCH = 25_569
const DAY = 86_400_000

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Without the signs that XML has no way to say. */
const escaped = (text: string): string =>
  text.replace(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, '').replace(/[&<>"]/g, sign => signs[sign]!)

/** Of a cell: what looks like a sign by its number is read as one, and a carriage return is none in XML. */
const cellText = (text: string): string =>
  escaped(text.replace(/_(?=x[0-9A-F]{4}_)/gi, '_x005F_')).replaceAll('\r', '_x000D_')

/** A, B, …: reports have fewer than 26 columns. */
const letterOf = (column: number): string => String.fromCharCode(65 + column)

/** Each column has a style of its own, and after it the bold one of its header and its sum. */
const styleOf = (column: number, isBold: boolean): number => 1 + 2 * column + Number(isBold)

/** A row of a sheet; its number begins with 1. A text is a text whatever it begins with: none runs. */
export function rowXml(number: number, cells: readonly (Cells[number] | Sum)[], isBold = false): string {
  let xml = `<row r="${number}">`
  for (const [column, cell] of cells.entries()) {
    if (cell === null) continue
    const start = `<c r="${letterOf(column)}${number}" s="${styleOf(column, isBold)}"`
    if (typeof cell === 'string')
      xml += `${start} t="inlineStr"><is><t xml:space="preserve">${cellText(cell)}</t></is></c>`
    else if (typeof cell === 'number') xml += `${start}><v>${cell}</v></c>`
    else if (cell instanceof Date) xml += `${start}><v>${EPOCH + cell.getTime() / DAY}</v></c>`
    else xml += `${start}><f>${cell.formula}</f><v>${cell.result}</v></c>`
  }
  return `${xml}</row>`
}

/** The sum of a column's rows that the filter shows; the header stands above them. */
export const sumOf = (column: number, rows: number, result: number): Sum => ({
  formula: `SUBTOTAL(109,${letterOf(column)}2:${letterOf(column)}${rows + 1})`,
  result,
})

/** What comes before the rows of a sheet: the header stays in view. */
export function sheetStart(columns: Columns): string {
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
  const widths = columns.map(
    ({ width }, at) =>
      `<col min="${at + 1}" max="${at + 1}" width="${width}" style="${styleOf(at, false)}" customWidth="1"/>`,
  )
  return `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>`
}

/** What comes after them: the filter of the rows, which the sums aren't part of. */
export const sheetEnd = (columns: Columns, rows: number): string =>
  `</sheetData><autoFilter ref="A1:${letterOf(columns.length - 1)}${rows + 1}"/></worksheet>`

/** The parts of a workbook beside its sheets, by their paths. */
export function workbookParts(sheets: readonly string[], columns: Columns): Record<string, string> {
  const each = (write: (name: string, id: number) => string) =>
    sheets.map((name, at) => write(escaped(name), at + 1)).join('')
  const related = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`
  const ofType = (path: string, type: string) =>
    `<Override PartName="/${path}" ContentType="${types}.${type}+xml"/>`
  const parts = {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${ofType('xl/workbook.xml', 'sheet.main')}${ofType('xl/styles.xml', 'styles')}${each((_, id) => ofType(sheetPath(id), 'worksheet'))}</Types>`,
    '_rels/.rels': `<Relationships xmlns="${relationships}">${related('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><bookViews><workbookView/></bookViews><sheets>${each((name, id) => `<sheet name="${name}" sheetId="${id}" r:id="rId${id}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${relationships}">${each((_, id) => related(`rId${id}`, 'worksheet', `worksheets/sheet${id}.xml`))}${related('styles', 'styles', 'styles.xml')}</Relationships>`,
    'xl/styles.xml': stylesXml(columns),
  }
  return Object.fromEntries(Object.entries(parts).map(([path, xml]) => [path, declaration + xml]))
}

/** Where a sheet lies in the workbook. */
export const sheetPath = (id: number): string => `xl/worksheets/sheet${id}.xml`

function stylesXml(columns: Columns): string {
  // Below 164 are Excel's own formats; 0 is General, 49 text.
  const known: Record<string, number> = { General: 0, '@': 49 }
  const formats = [...new Set(columns.map(({ format }) => format))].filter(format => !(format in known))
  const idOf = (format: string) => known[format] ?? 164 + formats.indexOf(format)
  const font = (weight: string) =>
    `<font>${weight}<sz val="11"/><name val="Calibri"/><family val="2"/></font>`
  const base = 'fillId="0" borderId="0"'
  const styles = columns.flatMap(({ format }) =>
    [0, 1].map(
      fontId =>
        `<xf numFmtId="${idOf(format)}" fontId="${fontId}" ${base} xfId="0" applyNumberFormat="1" applyFont="1"/>`,
    ),
  )
  const numbers = formats.map(
    format => `<numFmt numFmtId="${idOf(format)}" formatCode="${escaped(format)}"/>`,
  )
  const list = (name: string, items: readonly string[]) =>
    items.length === 0 ? '' : `<${name} count="${items.length}">${items.join('')}</${name}>`
  return `<styleSheet xmlns="${main}">${list('numFmts', numbers)}${list('fonts', [font(''), font('<b/>')])}<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" ${base}/></cellStyleXfs>${list('cellXfs', [`<xf numFmtId="0" fontId="0" ${base} xfId="0"/>`, ...styles])}<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
}
