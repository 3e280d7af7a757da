import { assertNoIssues, checkBatchFile, type Issue, isKinoraError } from '@kinora/core'
import type { BatchInspection } from '@kinora/core/bulk'
import { useRef, useState } from 'react'

/** The CSV on its way: chosen, being checked, checked, or refused for what it is. */
export type CsvState =
  | { kind: 'none' }
  | { kind: 'checking'; file: File }
  | { kind: 'refused'; file: File; issues: readonly Issue[] }
  | { kind: 'checked'; file: File; found: BatchInspection }

export const unreadable: Issue = { path: 'file', code: 'validation.fileFormat' }

/** Checks a CSV as soon as it is chosen; one that is chosen meanwhile takes its place. */
export function useCsv(check: (file: File) => Promise<BatchInspection>) {
  const [file, setFile] = useState<CsvState>({ kind: 'none' })
  const inspection = useRef<Promise<CsvState>>(undefined)
  const inspect = async (chosen: File | undefined): Promise<CsvState> => {
    const running: Promise<CsvState> =
      chosen === undefined ? Promise.resolve({ kind: 'none' }) : inspectFile(chosen, check)
    inspection.current = running
    if (chosen !== undefined) setFile({ kind: 'checking', file: chosen })
    const found = await running
    if (inspection.current === running) setFile(found)
    return found
  }
  return { file, inspection, inspect }
}

async function inspectFile(file: File, check: (file: File) => Promise<BatchInspection>): Promise<CsvState> {
  try {
    assertNoIssues(checkBatchFile(file))
    return { kind: 'checked', file, found: await check(file) }
  } catch (error) {
    const issues = isKinoraError(error) && error.issues.length > 0 ? error.issues : [unreadable]
    return { kind: 'refused', file, issues }
  }
}
