import {
  type Metadata,
  ownChannels,
  type Title,
  type TitleDraft,
  titleLimits,
  titles,
  titleViewTexts,
} from '@kinora/core'
import { type FocusEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTexts } from '../../kernel/message.ts'
import { MomentInput } from '../../kernel/moment-input.tsx'
import { useKinora } from '../../kernel/provider.tsx'
import { handledByCaller, useWrite } from '../../kernel/use-write.ts'
import { TextInput } from '../../ui/form/text-input.tsx'
import { useToasts } from '../../ui/overlay/toast.tsx'
import { Combobox } from '../../ui/picker/combobox.tsx'
import { useTitleTexts } from '../texts.ts'
import { channelOptions, namedOptions } from './filters.ts'
import type { CellField } from './title-columns.tsx'

/** What was typed into cells and isn't saved, by tag and field, with the title as it was then. */
export type CellDrafts = Map<string, { title: Title; value: Title[CellField] }>

interface TitleCellEditorProps {
  title: Title
  /** Kept for as long as the page is: a row that is scrolled far away leaves it. */
  drafts: CellDrafts
  field: CellField
  metadata: Metadata | undefined
  /** Puts the cell back; `isLeft` where the focus has gone elsewhere. */
  onDone: (isLeft?: boolean) => void
}

/** One field of a title, changed where it stands: saved at once, and refused where it stands. Escape leaves it as it was. */
export function TitleCellEditor({ title: live, field, metadata, drafts, onDone }: TitleCellEditorProps) {
  const key = `${live.tag} ${field}`
  const [kept] = useState(() => drafts.get(key))
  // As it was when the cell was opened: what somebody else saves meanwhile is neither reverted nor overwritten.
  const [title] = useState(kept?.title ?? live)
  const { text } = useTitleTexts()
  const words = useTexts(titleViewTexts)
  const id = useId()
  const [value, setTyped] = useState(kept === undefined ? title[field] : kept.value)
  const setValue = (next: typeof value) => {
    setTyped(next)
    drafts.set(key, { title, value: next })
  }
  const close = (isLeft = false) => {
    drafts.delete(key)
    onDone(isLeft)
  }
  const [problem, setProblem] = useState<{ text: string; value: unknown }>()
  const save = useCellWrite(title, field)
  const isBusy = useRef(false)
  const box = useRef<HTMLSpanElement>(null)
  const label = words.text('ui.titles.cellEdit', { field: text(`field.${field}`), name: title.className })
  useEffect(() => {
    // One that comes back into sight leaves the focus where it is.
    if (kept !== undefined) return
    const control = box.current?.querySelector<HTMLElement>('input, button')
    control?.focus()
    // What is chosen from a list is there to be chosen.
    if (control instanceof HTMLButtonElement) control.click()
    else if (control instanceof HTMLInputElement) control.select()
  }, [kept])
  const commit = async (next: string | null, isLeft = false) => {
    // Leaving repeats no refusal; Enter does, as what failed may be mended by now: a line that was gone, another’s version.
    if (isBusy.current || (isLeft && problem?.value === next)) return
    if (next === title[field]) return close(isLeft)
    isBusy.current = true
    const refused = await save(next)
    // Once it is saved nothing follows: the focus leaves with the editor, which holds what was there before.
    if (refused === undefined) return close(isLeft)
    isBusy.current = false
    setProblem({ text: refused, value: next })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isOwn = box.current?.contains(event.target as Node) === true
    // A list of choices has its own keys, and so has a word that is being composed.
    if (!isOwn || event.defaultPrevented || event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      event.stopPropagation()
      close()
    } else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
      event.preventDefault()
      void commit(value)
    }
  }
  const onBlur = ({ currentTarget, target, relatedTarget: to }: FocusEvent) => {
    // A calendar or a list of choices belongs to the cell, wherever it stands in the document.
    if (to instanceof Element && (currentTarget.contains(to) || to.closest('.kn-popover') !== null)) return
    // Where nothing takes the focus, a list is still open, or the window was left, which gives it back.
    const isTyped = (field === 'className' || field === 'scheduleDate') && currentTarget.contains(target)
    if (to !== null || (isTyped && document.hasFocus())) void commit(value, true)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are of the control within
    <span
      ref={box}
      className="kn-cell-editor"
      onKeyDown={onKeyDown}
      onBlur={onBlur}
      // The words of a box are pressed without the field being left.
      onMouseDown={event => {
        if (!(event.target instanceof HTMLInputElement) && (event.target as Element).closest('label'))
          event.preventDefault()
      }}
      onDoubleClick={event => event.stopPropagation()}
    >
      <CellControl
        {...{ title, field, metadata, label, value }}
        problemId={problem && id}
        onInput={setValue}
        onChoose={chosen => void commit(chosen)}
      />
      {problem === undefined ? null : (
        <span id={id} className="kn-cell-problem" role="alert">
          {problem.text}
        </span>
      )}
    </span>
  )
}

interface CellControlProps extends Pick<TitleCellEditorProps, 'title' | 'field' | 'metadata'> {
  label: string
  value: string | null
  /** Of the words beneath it that say why it was refused, where it was. */
  problemId: string | undefined
  onInput: (value: string | null) => void
  /** One of a list, which is all that there is to do. */
  onChoose: (value: string) => void
}

/** What a field is changed with: its text, a moment, or one of a list. */
function CellControl(props: CellControlProps) {
  const { title, field, metadata, label, value, problemId, onInput, onChoose } = props
  const { text } = useTitleTexts()
  if (field === 'scheduleDate') return <MomentInput value={value} onChange={onInput} />
  if (field === 'className')
    return (
      <TextInput
        size="compact"
        aria-label={label}
        aria-describedby={problemId}
        invalid={problemId !== undefined}
        maxLength={titleLimits.name * 2}
        value={value ?? ''}
        onChange={event => onInput(event.target.value)}
      />
    )
  const isCategory = field === 'classCategoryId'
  return (
    <Combobox
      aria-label={label}
      size="compact"
      value={value}
      onChange={onChoose}
      loading={metadata === undefined}
      emptyText={text('ui.noMatch')}
      options={
        isCategory
          ? namedOptions(metadata?.categories)
          : channelOptions(metadata && [...ownChannels(metadata, title.providerId)])
      }
      chosenLabel={isCategory ? title.classCategory : title.channelName}
      searchLabel={text(`field.${field}`)}
    />
  )
}

/** Milliseconds in which a change can be taken back where it was made. */
const UNDO_DISPLAY = 10_000

/** What belongs to a field: a new category leaves the old sub category behind. */
const partOf = (title: Title, field: CellField): Partial<TitleDraft> => ({
  [field]: title[field],
  ...(field === 'classCategoryId' && { classSubCategoryId: title.classSubCategoryId }),
})

/** Saves one field with the version that is shown, with a way back; answers why it was refused, if it was. */
function useCellWrite(title: Title, field: CellField) {
  const texts = useTitleTexts()
  const { text } = useTexts(titleViewTexts)
  const { session, queries } = useKinora()
  const toasts = useToasts()
  const params = { field: texts.text(`field.${field}`), name: title.className }
  const put = (saved: Title) =>
    queries.setQueriesData<object>({ queryKey: ['titles', titles.search.id] }, held => replaced(held, saved))
  const undo = async ({ tag, version }: Title) => {
    try {
      put(await session.send(titles.update, { tag, version, ...partOf(title, field) }))
      toasts.show({ text: text('ui.titles.cellUndone', params), tone: 'positive' })
    } catch (error) {
      toasts.show({ text: texts.error(error), tone: 'negative' })
    }
    await queries.invalidateQueries({ queryKey: ['titles'] })
  }
  const { send } = useWrite(titles.update, {
    failure: handledByCaller,
    onSuccess: put,
    success: saved => ({
      text: text('ui.titles.cellSaved', params),
      duration: UNDO_DISPLAY,
      action: { label: texts.text('ui.undo'), onSelect: () => void undo(saved) },
    }),
  })
  return async (value: string | null): Promise<string | undefined> => {
    const { tag, version } = title
    const result = await send({ tag, version, [field]: value })
    if (result.kind !== 'failed') return undefined
    const { issues } = result.error
    return issues.length > 0 ? texts.advise(issues) : texts.error(result.error)
  }
}

/** A page of a search with the title as it was answered. */
function replaced(held: object | undefined, saved: Title): object | undefined {
  if (held === undefined || !('data' in held) || !Array.isArray(held.data)) return held
  return { ...held, data: (held.data as Title[]).map(title => (title.tag === saved.tag ? saved : title)) }
}
