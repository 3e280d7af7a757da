/** What is used of csv-parse, in Node and in its build for browsers; its own types bring Node's with them. */

export interface Options {
  delimiter: string
  record_delimiter: string[]
  relax_quotes: boolean
  relax_column_count: boolean
  max_record_size: number
  /** What it returns is put in the stream; nothing is where it returns nothing. */
  on_record(record: string[]): void
}

export interface CsvError extends Error {
  code: string
}

export interface Parser {
  write(text: string): boolean
  end(): void
  once(event: 'finish', listener: () => void): void
  once(event: 'error', listener: (error: CsvError) => void): void
}

export function parse(options: Options): Parser
