import type { Entry, RowRecord, RunRecord } from './record.ts'

/** Replays the journal's lines onto the state before them. Only their order counts; a line may be there twice. */
export function replayJournal(entries: readonly Entry[], before?: RunRecord): RunRecord | undefined {
  let run = before
  for (const entry of entries) {
    if (entry.kind === 'run') run = startRun(entry, run)
    else if (run !== undefined) applyEntry(run, entry)
  }
  return run
}

export function applyEntry(run: RunRecord, entry: Exclude<Entry, { kind: 'run' }>): void {
  if (entry.kind === 'end') {
    run.endedAt = entry.at
    run.isDone = entry.why === 'done' && !run.isLeft
    if (entry.why === 'done') run.isRetry = false
    return
  }
  if (entry.kind === 'nameless') {
    run.refusals.set(entry.row, toRefusal(entry))
    return
  }
  const row = run.rows.get(entry.id) ?? newRow(entry.id)
  run.rows.set(entry.id, row)
  switch (entry.kind) {
    case 'row':
      Object.assign(row, { row: entry.row, title: entry.title, content: entry.content })
      Object.assign(row, { state: 'working', problem: '', next: '' })
      if (entry.existed !== undefined) row.existed = entry.existed
      return
    case 'moved':
      row.row = entry.row
      return
    case 'touched':
      row.touched = entry.at
      return
    case 'tag':
      Object.assign(row, { tag: entry.tag, created: row.created || entry.created })
      return
    case 'saved':
      // One text for both: a run holds this for every row of its catalogue.
      row.saved = entry.content === row.content ? row.content : entry.content
      return
    case 'stored':
      row.stored[entry.slot] = entry.stored
      if (entry.slot === 'file') Object.assign(row, { state: 'processing', retry: false })
      return
    case 'encode':
      Object.assign(row, { state: 'processing', retry: false })
      return
    case 'result':
      Object.assign(row, { state: entry.state, problem: entry.problem, next: entry.next, retry: entry.retry })
      // Nothing was done: the title counts as the run before left it.
      if (entry.state !== 'refused' && entry.state !== 'changed') row.stamp = entry.stamp ?? ''
      return
    case 'lost':
    case 'undone': {
      const { row: place, title, content } = row
      const state = entry.kind === 'lost' ? 'waiting' : 'undone'
      if (state === 'undone') run.undone = (run.undone ?? new Set()).add(entry.id)
      run.rows.set(entry.id, { ...newRow(entry.id), row: place, title, content, state })
    }
  }
}

export function startRun(entry: Extract<Entry, { kind: 'run' }>, before: RunRecord | undefined): RunRecord {
  const rows = before?.rows ?? new Map<string, RowRecord>()
  const { path, url, account, content, publish, at, rows: total, retry } = entry
  const goesOn = entry.resume || retry
  const refusals = (retry ? before?.refusals : undefined) ?? new Map<number, RowRecord>()
  const undone = (goesOn ? before?.undone : undefined) ?? new Set<string>()
  const isLeft = Boolean(retry && before && (before.isLeft || !(before.isDone || before.isRetry)))
  const head = {
    path,
    url,
    account,
    content,
    publish,
    startedAt: at,
    endedAt: undefined,
    isRetry: retry ?? false,
    isLeft,
  }
  return { ...head, undone, refusals, rows, total }
}

export function toRefusal(entry: Omit<Extract<Entry, { kind: 'nameless' }>, 'kind'>): RowRecord {
  const { id, row, title, problem, next } = entry
  return { ...newRow(id), row, title, state: 'refused', problem, next }
}

/** A row of which nothing is known yet. */
export function newRow(id: string): RowRecord {
  return {
    id,
    row: 0,
    title: '',
    content: '',
    tag: '',
    created: false,
    saved: '',
    stored: {},
    state: 'waiting',
    problem: '',
    next: '',
    retry: false,
  }
}
