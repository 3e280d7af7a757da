import { firstGraphemes, Tenant, wireNameOf } from '@kinora/core'
import type { FieldChange, PlannedStep, TenantPlan } from '@kinora/core/tenant-file'
import { toPlanned } from '@kinora/core/tenant-file'
import { safe, toLine } from '../../kernel/cells.ts'
import type { Paint } from '../../kernel/print.ts'

/** A plan as `--json` prints it, and as `apply --plan` reads it; no secret stands in it. */
interface PlanOutput {
  isNew: boolean
  steps: PlannedStep[]
  kept: readonly string[]
  extra: TenantPlan['extra']
}

/** The name of the tenant’s id in the API. */
export const planId = wireNameOf('tenantId', Tenant.shape.tenantId)

export const planFields = [planId, 'isNew', 'steps', 'kept', 'extra', 'problems']

export const toOutput = (plan: TenantPlan): PlanOutput => ({
  [planId]: plan.tenantId,
  isNew: plan.isNew,
  steps: toPlanned(plan),
  kept: plan.kept,
  extra: plan.extra,
})

/** A line for each field, for programs. */
export interface PlanRow {
  section: string
  name: string
  action: string
  field: string
  before: string
  after: string
}

export const toRows = ({ steps }: Pick<PlanOutput, 'steps'>): PlanRow[] =>
  steps.flatMap(({ section, name, action, changes }) =>
    changes.map(change => ({
      section,
      name,
      action,
      field: change.path,
      before: shown(change.before),
      after: shown(change.after),
    })),
  )

/** `+` is new, `-` goes, `~` changes: of steps and of their fields. */
const marks = {
  create: '+',
  update: '~',
  remove: '-',
  reorder: '~',
  upload: '+',
  publish: '+',
  unpublish: '-',
} as const
const looks = { '+': 'good', '-': 'bad', '~': 'warn' } as const

/** The plan in lines, as a person reads it. */
export function toLines(plan: TenantPlan, paint: Paint): string[] {
  const isNew = plan.isNew ? paint.dim(`  ${'new tenant'}`) : ''
  const head = `${paint.bold(toLine(plan.tenantId))}${isNew}`
  return [head, ...plan.steps.flatMap(step => linesOf(step, paint)), ...remarksOf(plan).map(paint.dim)]
}

function linesOf(step: PlannedStep, paint: Paint): string[] {
  const mark = marks[step.action]
  const width = Math.max(0, ...step.changes.map(({ path }) => path.length))
  const fields = step.changes.map(change => {
    const sign = signOf(change)
    const values = step.section === 'publishing' ? '' : valuesOf(change)
    return `    ${paint[looks[sign]](sign)} ${toLine(change.path).padEnd(width)}  ${values}`.trimEnd()
  })
  return [`${paint[looks[mark]](mark)} ${nameOf(step)}`, ...fields]
}

/** `labels Express` */
export const nameOf = ({ section, name }: Pick<PlannedStep, 'section' | 'name'>): string =>
  toLine(name === '' ? section : `${section} ${name}`)

function signOf(change: FieldChange): keyof typeof looks {
  if (!('before' in change)) return '+'
  return 'after' in change ? '~' : '-'
}

function valuesOf(change: FieldChange): string {
  const { before, after } = change
  if (!('before' in change)) return shown(after)
  return 'after' in change ? `${shown(before)} → ${shown(after)}` : shown(before)
}

/** Longer values are cut; `--json` has them whole. */
const MAX_VALUE = 80

function shown(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (isSecret(value)) {
    if (value.secret === 'env') return safe`(from ${`$${value.name ?? ''}`})`
    return value.secret === 'stored' ? '(stored)' : '(will be asked for)'
  }
  const text = Array.isArray(value) ? value.join(', ') : String(value)
  const line = toLine(text)
  return line.length > MAX_VALUE ? `${firstGraphemes(line, MAX_VALUE - 1)}…` : line
}

const isSecret = (value: unknown): value is { secret: string; name?: string } =>
  typeof value === 'object' && value !== null && 'secret' in value

function remarksOf({ kept, extra }: Pick<TenantPlan, 'kept' | 'extra'>): string[] {
  const namesOf = (isRemovable: boolean) =>
    extra
      .filter(each => each.isRemovable === isRemovable)
      .map(nameOf)
      .join(', ')
  return [
    ...(kept.length > 0
      ? [
          safe`Secrets that are set and stay, as they can’t be compared: ${kept.join(', ')}. Send them: --renew-secrets`,
        ]
      : []),
    ...(namesOf(true) === ''
      ? []
      : [safe`Not in the file, left alone: ${namesOf(true)}. Remove them: --prune`]),
    ...(namesOf(false) === '' ? [] : [safe`Not in the file, can’t be deleted: ${namesOf(false)}`]),
  ]
}
