/** What the sheets of a workbook look like. */
export interface Layout {
  /** Of the first sheet; later ones have a number after it. */
  name: string
  columns: readonly { header: string; width: number; format: string; hasTotal: boolean }[]
  /** The word before the sums. */
  total: string
  /** Rows of one sheet. */
  sheetRows: number
}

/** One row. */
export type Cells = (string | number | Date | null)[]

/** Writes workbooks for Excel, off the thread that serves. */
export interface SpreadsheetPort {
  /**
   * C-117: typed cells, a frozen header, filters and totals, written while rows are read and no faster than the file is taken;
   * who leaves ends the reading, and what fails there ends the file as a failure.
   */
  write(layout: Layout, parts: AsyncGenerator<Cells[]>): ReadableStream<Uint8Array>
}
