import { type Title, TitleStatus, toPublishWords } from '@kinora/core'
import { ArrowDownToLine, Undo2 } from 'lucide-react'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { type Cropping, useImageUpload } from '../kernel/draft-image.tsx'
import { ImageCrop } from '../kernel/image-crop.tsx'
import { LoadFailed } from '../kernel/load-failed.tsx'
import { useKinora } from '../kernel/provider.tsx'
import { Button } from '../ui/button.tsx'
import { useFileChooser } from '../ui/form/file-drop.tsx'
import { useToasts } from '../ui/overlay/toast.tsx'
import { ProgressBar } from '../ui/status/progress.tsx'
import { useUploadState } from '../uploads/use-upload-state.ts'
import type { SheetFields } from './intake-context.tsx'
import { publishActOf, sheetColumns } from './sheet-columns.tsx'
import { SheetGrid } from './sheet-grid.tsx'
import { type Defaults, isEmpty, type StoredSheet } from './stored-sheet.ts'
import { type IntakeTexts, useIntakeTexts } from './texts.ts'
import type { PublishOutcome, SheetModel, SheetRow } from './use-sheet.ts'

interface SheetViewProps {
  model: SheetModel
  kept: StoredSheet
  /** Whether what was entered waits until it is saved. */
  hold: boolean
  /** Of its columns, by its host. */
  fields: SheetFields | undefined
  /** Beside the acts of every sheet. */
  tools?: (chosen: ChosenRows) => ReactNode
  /** At the end of the bar: what is done with all rows. */
  acts: ReactNode
  /** Takes titles out of the sheet; they stay in the library. */
  onLeave: (tags: readonly string[]) => void
  /** Called with what was changed last. */
  onEntered?: (tag: string) => void
}

/** The rows that are chosen, and filling what is empty in them. */
export interface ChosenRows {
  first: Title | undefined
  fill(values: Defaults): void
}

/** The grid of a sheet with its tools above and what it has come to beneath. */
export function SheetView({ model, kept, hold, fields, tools, acts, onLeave, onEntered }: SheetViewProps) {
  const texts = useIntakeTexts()
  const { text } = texts
  const { baseUrl } = useKinora()
  const toasts = useToasts()
  const fill = useRef<() => void>(undefined)
  const [reach, setReach] = useState({ top: 0, bottom: 0 })
  const [said, setSaid] = useState('')
  const cover = useCover(model)
  const { rows, sheet } = model
  const onPublish = async (row: SheetRow) => {
    const act = publishActOf(row)
    if (act === undefined) return
    const outcome = await model.publishWhenReady(row.title.tag, act === 'ask')
    if (outcome.kind !== 'done') toasts.show({ text: outcomeWords(outcome, texts), tone: 'negative' })
  }
  const press = useRef({ onPublish, choose: cover.choose })
  press.current = { onPublish, choose: cover.choose }
  const columns = useMemo(() => {
    if (sheet === undefined) return []
    return sheetColumns({
      sheet,
      texts,
      baseUrl,
      hold,
      fields,
      onCover: row => press.current.choose(row.title),
      onPublish: row => void press.current.onPublish(row),
    })
  }, [sheet, texts, baseUrl, hold, fields])
  if (model.error !== null) return <LoadFailed error={model.error} onRetry={model.retry} />
  if (model.isLoading) return <ProgressBar label={text('ui.loading')} />
  const chosen: ChosenRows = {
    first: rows[reach.top]?.edited,
    fill(values) {
      for (const { title, edited } of rows.slice(reach.top, reach.bottom + 1)) {
        const empty = Object.entries(values).filter(([field]) => isEmpty(edited[field as keyof Title]))
        if (empty.length > 0) model.put(title, Object.fromEntries(empty))
      }
    },
  }
  return (
    <>
      <div className="kn-sheet-tools">
        <Button
          size="compact"
          icon={<ArrowDownToLine size={16} aria-hidden="true" />}
          onClick={() => fill.current?.()}
        >
          {text('ui.intake.fillDown')}
        </Button>
        <Button
          size="compact"
          icon={<Undo2 size={16} aria-hidden="true" />}
          disabled={kept.undo.length === 0}
          onClick={() => {
            model.undo()
            setSaid(text('ui.intake.undone'))
          }}
        >
          {text('ui.undo')}
        </Button>
        {tools?.(chosen)}
        <Button
          size="compact"
          variant="quiet"
          title={text('ui.intake.clearHelp')}
          onClick={() => onLeave(rows.slice(reach.top, reach.bottom + 1).map(({ title }) => title.tag))}
        >
          {text('ui.intake.leave')}
        </Button>
      </div>
      {cover.error === undefined ? null : (
        <p className="kn-field-error" role="alert">
          {cover.error}
        </p>
      )}
      <SheetGrid
        label={text('ui.intake.grid')}
        help={text('ui.intake.keys')}
        rows={rows}
        rowId={({ title }) => title.tag}
        rowLabel={({ edited }) => edited.className || text('ui.titles.untitled')}
        columns={columns}
        fill={fill}
        onRange={setReach}
        onUndo={() => {
          model.undo()
          setSaid(text('ui.intake.undone'))
        }}
        onEnter={placed => {
          const entered = placed.flatMap(({ row, column, text: typed }) => {
            const tag = rows[row]?.title.tag
            return tag === undefined ? [] : [{ tag, field: columns[column]!.id as never, text: typed }]
          })
          model.enter(entered)
          const last = entered.at(-1)
          if (last !== undefined) onEntered?.(last.tag)
          if (entered.length > 1) setSaid(text('ui.intake.filled', { count: entered.length }))
        }}
      />
      <p className="kn-hidden" role="status">
        {said}
      </p>
      {cover.part}
      <SheetBar model={model} acts={acts} hold={hold} />
    </>
  )
}

/** Why a title isn’t published: what is missing by the names of its fields, or that it isn’t stored. */
export const outcomeWords = (
  outcome: Exclude<PublishOutcome, { kind: 'done' }>,
  texts: IntakeTexts,
): string =>
  outcome.kind === 'refused'
    ? toPublishWords(outcome.error, texts)
    : texts.text('ui.intake.notSaved', { count: 1 })

/** How far the sheet has come: what is ready, on its way, asked for and not saved. */
function SheetBar({ model, acts, hold }: Pick<SheetViewProps, 'model' | 'acts' | 'hold'>) {
  const { text } = useIntakeTexts()
  const { rows } = model
  const tags = useMemo(() => new Set(rows.map(({ title }) => title.tag)), [rows])
  const sending = useUploadState(
    ({ items }) => items.filter(({ tag, state }) => tags.has(tag) && sendingKinds.has(state.kind)).length,
  )
  const count = (holds: (row: SheetRow) => boolean) => rows.filter(holds).length
  const published = count(({ title }) => title.status === TitleStatus.Published)
  const asked = count(({ title }) => title.whenReady?.state === 'asked')
  const failed = count(({ error }) => error !== undefined)
  // What is saved as one goes is unsaved only until it is sent.
  const changed =
    hold || !model.isSaving ? count(({ isChanged, error }) => isChanged && (hold || error === undefined)) : 0
  const words = [
    text('ui.intake.ready', { ready: count(isReady), total: rows.length }),
    sending > 0 && text('ui.intake.sending', { count: sending }),
    asked > 0 && text('ui.intake.asked', { count: asked }),
    published > 0 && text('ui.intake.published', { count: published }),
    failed > 0 && text('ui.intake.notSaved', { count: failed }),
    changed > 0 && text('ui.intake.unsaved', { count: changed }),
    model.isSaving && text('ui.intake.saving'),
  ]
  return (
    <section className="kn-sheet-bar" aria-label={text('ui.progress')}>
      <p role="status">{words.filter(Boolean).join(', ')}</p>
      <div className="kn-sheet-acts">
        {failed > 0 && !hold ? <Button onClick={() => void model.save()}>{text('ui.retry')}</Button> : null}
        {acts}
      </div>
    </section>
  )
}

const sendingKinds: ReadonlySet<string> = new Set(['waiting', 'starting', 'uploading', 'retrying'])

/** Whether a row has all that publishing asks for. */
export const isReady = ({ missing, wrong }: SheetRow): boolean => missing.size === 0 && wrong.size === 0

/** Chooses a cover for a row, held to its rule, cut where it has another shape. */
function useCover(model: SheetModel) {
  const target = useRef<Title>(undefined)
  const image = useImageUpload('titleCover', 'cover')
  const take = async (file: File): Promise<boolean> => {
    const url = await image.take(file)
    if (url === undefined || target.current === undefined) return false
    model.put(target.current, { imageLink: url, thumbnailType: 'custom' })
    return true
  }
  const chooser = useFileChooser({
    accept: '.jpg,.jpeg',
    onFiles: ([file]) => {
      if (file !== undefined) void take(file)
    },
  })
  return {
    choose(title: Title) {
      target.current = title
      chooser.choose()
    },
    error: image.error,
    part: (
      <>
        {chooser.input}
        <Crop cropping={image.cropping} onCropped={take} />
      </>
    ),
  }
}

interface CropProps {
  cropping: Cropping | undefined
  onCropped: (file: File) => Promise<boolean>
}

function Crop({ cropping, onCropped }: CropProps) {
  if (cropping === undefined) return null
  return <ImageCrop kind="titleCover" cropping={cropping} onCropped={onCropped} onDone={() => {}} />
}
