import { type Issue, TitleStatus, toSourceSet } from '@kinora/core'
import { type Sheet, type SheetField, sheetFields } from '@kinora/core/bulk'
import { isFrozen, isHidden } from '../kernel/form-fields.ts'
import { TitleBadgeIn } from '../titles/title-badge.tsx'
import { Button } from '../ui/button.tsx'
import { Thumbnail } from '../ui/table/title-cell.tsx'
import { useVideoUpload } from '../uploads/use-upload-state.ts'
import type { SheetFields } from './intake-context.tsx'
import type { GridColumn } from './sheet-grid.tsx'
import type { IntakeTexts } from './texts.ts'
import { isFixed, type SheetRow } from './use-sheet.ts'

export interface SheetColumnsOptions {
  sheet: Sheet
  texts: IntakeTexts
  /** Prefix for media addresses of a server on another origin. */
  baseUrl: string
  /** Whether cells show what they held before. */
  hold: boolean
  fields: SheetFields | undefined
  onCover(row: SheetRow): void
  onPublish(row: SheetRow): void
}

const widths: Partial<Record<SheetField, number>> = {
  className: 220,
  classDescription: 220,
  classLanguageCode: 160,
  scheduleDate: 160,
  skill: 90,
  intensity: 90,
}

/** The columns of the sheet that the host doesn’t hide: the name, the cover, what a catalogue has of a title, and its state. */
export function sheetColumns(options: SheetColumnsOptions): GridColumn<SheetRow>[] {
  const [name, ...others] = sheetFields.map(field => textColumn(field, options))
  const shown = [coverColumn(options), ...others].filter(({ id }) => !isHidden(options.fields, id))
  return [name!, ...shown, stateColumn(options)]
}

function textColumn(field: SheetField, options: SheetColumnsOptions): GridColumn<SheetRow> {
  const { sheet, texts, hold, fields } = options
  const textOf = ({ edited, unread }: SheetRow) => unread[field]?.text ?? sheet.write(field, edited)
  return {
    id: field,
    header: texts.text(`field.${field}`),
    width: widths[field] ?? 150,
    isLong: field === 'classDescription',
    text: textOf,
    choices: ({ edited }) => sheet.choices(field, edited),
    isInvalid: ({ wrong }) => wrong.has(field),
    isReadOnly: ({ title }) => isFixed(fields, field, title),
    cell(row) {
      const value = textOf(row)
      const before = hold && row.isChanged ? sheet.write(field, row.title) : value
      return (
        <>
          <Value value={value} before={before} texts={texts} />
          <Problem row={row} field={field} texts={texts} />
        </>
      )
    },
  }
}

function Value({ value, before, texts }: { value: string; before: string; texts: IntakeTexts }) {
  if (before === value) return <span className="kn-sheet-value">{value}</span>
  return (
    <span className="kn-sheet-value" data-changed="">
      <span className="kn-hidden">
        {texts.text('ui.intake.changed', { before: before || texts.text('ui.empty'), after: '' })}
      </span>
      {before === '' ? null : (
        <>
          <del aria-hidden="true">{before}</del> <span aria-hidden="true">→</span>{' '}
        </>
      )}
      <ins>{value || '—'}</ins>
    </span>
  )
}

/** What is wrong in a cell, else what publishing still asks for there. */
function Problem({ row, field, texts }: { row: SheetRow; field: string; texts: IntakeTexts }) {
  const wrong = row.wrong.get(field)
  const issue: Issue | undefined = wrong ?? row.missing.get(field)
  if (issue === undefined) return null
  const words = texts.advise([issue])
  return (
    <span className="kn-sheet-problem" data-tone={wrong === undefined ? 'warning' : 'negative'} title={words}>
      {words}
    </span>
  )
}

function coverColumn({ texts, baseUrl, fields, onCover }: SheetColumnsOptions): GridColumn<SheetRow> {
  const isReadOnly = isFrozen(fields, 'imageLink')
  const shown = (row: SheetRow) => (
    <>
      <Thumbnail
        src={row.edited.imageLink && baseUrl + row.edited.imageLink}
        srcSet={toSourceSet(row.edited.imageLink)}
        width={64}
      />
      <Problem row={row} field="imageLink" texts={texts} />
    </>
  )
  return {
    id: 'imageLink',
    header: texts.text('ui.cover'),
    width: 110,
    text: ({ edited }) => edited.imageLink ?? '',
    isInvalid: ({ wrong }) => wrong.has('imageLink'),
    isReadOnly: () => isReadOnly,
    act: onCover,
    cell: row =>
      isReadOnly ? (
        shown(row)
      ) : (
        <button
          type="button"
          tabIndex={-1}
          className="kn-sheet-cover"
          aria-label={texts.text('ui.intake.chooseCover', { name: row.edited.className })}
          onClick={() => onCover(row)}
        >
          {shown(row)}
        </button>
      ),
  }
}

function stateColumn({ texts, onPublish }: SheetColumnsOptions): GridColumn<SheetRow> {
  return {
    id: 'state',
    header: texts.text('ui.state'),
    width: 260,
    text: () => '',
    act: row => onPublish(row),
    cell: row => <State row={row} texts={texts} onPublish={onPublish} />,
  }
}

/** What pressing the state of a row does; nothing where it is published. */
export function publishActOf({ title }: SheetRow): 'ask' | 'takeBack' | undefined {
  if (title.status === TitleStatus.Published) return undefined
  return title.whenReady?.state === 'asked' ? 'takeBack' : 'ask'
}

const isField = (path: string): boolean => (sheetFields as readonly string[]).includes(path)

function State({
  row,
  texts,
  onPublish,
}: { row: SheetRow } & Pick<SheetColumnsOptions, 'texts' | 'onPublish'>) {
  const upload = useVideoUpload(row.title.tag)
  const act = publishActOf(row)
  const isInCell = row.error?.issues.some(
    ({ path }) => row.wrong.has(path) && (path === 'imageLink' || isField(path)),
  )
  const general = row.error !== undefined && !isInCell ? texts.error(row.error) : undefined
  return (
    <span className="kn-sheet-state">
      <span className="kn-sheet-badge">
        <TitleBadgeIn title={row.title} texts={texts} upload={upload} beneath />
        {general === undefined ? null : (
          <span className="kn-sheet-problem" data-tone="negative" title={general}>
            {general}
          </span>
        )}
      </span>
      {act === undefined ? null : (
        <Button size="compact" variant="quiet" tabIndex={-1} onClick={() => onPublish(row)}>
          {texts.text(act === 'ask' ? 'ui.titles.publishWhenReady' : 'ui.titles.notWhenReady')}
        </Button>
      )}
    </span>
  )
}
