import {
  ContentType,
  checkPublish,
  type Issue,
  missingForComplete,
  missingForDisplay,
  publishChannelOf,
} from '@kinora/core'
import { Circle, CircleCheck } from 'lucide-react'
import { isHidden } from '../../kernel/form-fields.ts'
import { Card } from '../../ui/form/split-form.tsx'
import { Checklist, type ChecklistItem, focusField } from '../../ui/status/checklist.tsx'
import { useTitleEditorTexts } from '../editor-texts.ts'
import { type DraftField, pageOrder, publishProblem } from './title-draft.ts'
import { useDraftValues, useTitleEditorView } from './title-editor-context.tsx'

/** TITLE-03, TITLE-05 in the order of the form. */
const needs = pageOrder.filter(field => field !== 'providerId')

/** What publishing still needs; each missing thing leads to its field. */
export function TitleChecklist() {
  const { title, fieldId, fields: modes } = useTitleEditorView()
  const { text, issue } = useTitleEditorTexts()
  const draft = useDraftValues()
  const issues = usePublishIssues()
  const open = new Map(issues.map(found => [found.path as DraftField, found]))
  const audio = draft.contentType === ContentType.Audio
  const file: ChecklistItem = {
    id: 'file',
    label: text('ui.editor.ready'),
    done: publishProblem(title) === undefined,
    fieldId: fieldId('file'),
  }
  const hintOf = (field: DraftField): string | undefined => {
    const found = open.get(field)
    if (found === undefined) return undefined
    if (field === 'imageLink' && draft.thumbnailType === 'auto') return text('ui.editor.fromVideo')
    return found.code.startsWith('required.') ? undefined : issue(found)
  }
  // C-136: what nobody has to fill in may name what belongs to others.
  const fields = [...new Set<DraftField>([...needs, ...open.keys()])]
    .filter(field => !(audio && field === 'imageLink'))
    .map(field => ({
      id: field,
      label: text(`field.${field}`),
      done: !open.has(field),
      // What the host hides is named, and leads nowhere.
      ...(!isHidden(modes, field) && { fieldId: fieldId(field) }),
      hint: hintOf(field),
    }))
  const items = [file, ...fields]
  const done = items.filter(item => item.done).length
  return (
    <Card className="kn-card-dense" data-ready={issues.length === 0 ? '' : undefined}>
      <Checklist
        title={text('ui.editor.checklist')}
        countText={text('ui.doneOf', { done, all: items.length })}
        doneText={text('ui.uploads.done')}
        missingText={text('ui.editor.missing')}
        items={items}
      />
      <TitleStates />
    </Card>
  )
}

/** What keeps the draft from being published, its file aside. */
function usePublishIssues(): Issue[] {
  const { title, metadata } = useTitleEditorView()
  const draft = useDraftValues()
  const publishChannel = publishChannelOf(metadata, draft, title)
  return checkPublish(draft, { publishChannel, foreignNames: title?.foreignNames })
}

/** C-06, TITLE-03 to TITLE-06: the three questions a title is asked; what is missing leads to its first field. */
function TitleStates() {
  const { title } = useTitleEditorView()
  const { text } = useTitleEditorTexts()
  const draft = useDraftValues()
  const issues = usePublishIssues()
  const shown = { ...draft, provider: draft.providerId ?? title?.provider, channelName: draft.channelId }
  const file = publishProblem(title) === undefined ? [] : [{ path: 'file' }]
  return (
    <ul className="kn-readiness" aria-label={text('ui.editor.states')}>
      <State label={text('ui.editor.stateComplete')} missing={missingForComplete(draft)} />
      <State label={text('ui.editor.statePublish')} missing={[...file, ...issues]} />
      <State label={text('ui.editor.stateDisplay')} missing={missingForDisplay(shown)} />
    </ul>
  )
}

function State({ label, missing }: { label: string; missing: readonly Pick<Issue, 'path'>[] }) {
  const { fieldId, fields } = useTitleEditorView()
  const { text } = useTitleEditorTexts()
  const first = missing.find(({ path }) => !isHidden(fields, path))
  if (missing.length === 0)
    return (
      <li data-done="">
        <CircleCheck size={16} aria-hidden="true" />
        <span>{text('ui.editor.stateDone', { state: label })}</span>
      </li>
    )
  const words = text('ui.editor.stateMissing', { state: label, count: missing.length })
  if (first === undefined)
    return (
      <li>
        <Circle size={16} aria-hidden="true" />
        <span>{words}</span>
      </li>
    )
  const field = fieldId(first.path)
  return (
    <li>
      <Circle size={16} aria-hidden="true" />
      <a
        href={`#${field}`}
        onClick={event => {
          event.preventDefault()
          focusField(field)
        }}
      >
        {words}
      </a>
    </li>
  )
}
