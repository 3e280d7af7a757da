import { KinoraError } from '@kinora/core'
import type { PlannedRow, UndoRow } from '@kinora/core/bulk'
import { safe, say } from '../kernel/cells.ts'
import { usage } from '../kernel/exit.ts'
import { contextFlags, quotedPath } from '../kernel/hints.ts'
import type { Session } from '../kernel/session.ts'
import { rowsText } from '../kernel/texts.ts'

interface About {
  kinora: 'bulk-plan'
  version: 1
  /** Full path. */
  catalogue: string
  server: string
}

/** A plan as `--plan` writes it and `apply` reads it: complete, so that it can be shown to somebody and kept. */
export type PlanFile =
  | (About & { kind: 'run' | 'retry'; publish: boolean; force?: boolean; rows: PlannedRow[] })
  | (About & { kind: 'undo'; rows: UndoRow[] })

/** Writes over an earlier plan, and over nothing else. */
export async function writePlan(session: Session, path: string, plan: PlanFile): Promise<void> {
  const { files } = session.world
  if ((await files.isFile(path)) && !isPlan(parse(await files.text(path))))
    throw usage(safe`${path} already exists and is not a plan. Choose another file for --plan.`)
  await files.write(path, `${JSON.stringify(plan, undefined, 2)}\n`)
  session.print.done(
    safe`Saved the plan of ${rowsText(plan.rows.length)} to ${quotedPath(path)}. Apply it with: kinora titles bulk apply ${quotedPath(path)}${contextFlags(session)}`,
  )
}

export async function readPlan(session: Session, path: string): Promise<PlanFile> {
  const text = await session.world.files.text(path)
  const plan = parse(text)
  if (!isPlan(plan))
    throw new KinoraError('invalid', { detail: safe`${path} is not a plan created with --plan.` })
  if (plan.server !== (await session.url()))
    throw new KinoraError('conflict', {
      detail: safe`The plan was created for ${String(plan.server)}.`,
    })
  return plan
}

/** Refuses to go on where the plan is no longer true, and says for which rows. */
export function assertUnchanged<T extends { row: number; externalId: string }>(
  session: Session,
  rows: { planned: readonly T[]; now: readonly T[] },
  proofOf: (row: T) => string,
): void {
  const keyOf = (row: T) => `${row.row} ${row.externalId} ${proofOf(row)}`
  const now = new Set(rows.now.map(keyOf))
  const planned = new Set(rows.planned.map(keyOf))
  const changed = [
    ...rows.planned.filter(row => !now.has(keyOf(row))),
    ...rows.now.filter(row => !planned.has(keyOf(row))),
  ]
  const places = [...new Set(changed.map(({ row, externalId }) => `${row} ${externalId}`.trim()))]
  if (places.length === 0) return
  for (const place of places) session.print.fail(safe`Row ${place} has changed since the plan was created.`)
  throw new KinoraError('conflict', {
    detail: say(
      {
        one: 'Nothing was applied: {{count}} row changed since the plan was created. Create it again.',
        other: 'Nothing was applied: {{count}} rows changed since the plan was created. Create it again.',
      },
      { count: places.length },
    ),
  })
}

const isPlan = (plan: Partial<PlanFile> | undefined): plan is PlanFile =>
  plan?.kinora === 'bulk-plan' && plan.version === 1 && Array.isArray(plan.rows)

function parse(text: string): Partial<PlanFile> | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
