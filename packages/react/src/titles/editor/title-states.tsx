import {
  checkPublish,
  type Issue,
  missingForComplete,
  missingForDisplay,
  publishChannelOf,
} from '@kinora/core'
import { Circle, CircleCheck } from 'lucide-react'
import { focusField } from '../../ui/status/checklist.tsx'
import { useTitleEditorTexts } from '../editor-texts.ts'
import { publishProblem } from '../title-publishing.ts'
import { useDraftValues, useEditor } from './title-editor-context.tsx'

/** C-06, TITLE-03 to TITLE-06: the three questions a title is asked; what is missing leads to its first field. */
export function TitleStates() {
  const { title, metadata } = useEditor()
  const { text } = useTitleEditorTexts()
  const draft = useDraftValues()
  const shown = { ...draft, provider: draft.providerID ?? title?.provider, channelName: draft.channelId }
  const file = publishProblem(title) === undefined ? [] : [{ path: 'file' }]
  return (
    <ul className="kn-readiness" aria-label={text('ui.editor.states')}>
      <State label={text('ui.editor.stateComplete')} missing={missingForComplete(draft)} />
      <State
        label={text('ui.editor.statePublish')}
        missing={[...file, ...checkPublish(draft, publishChannelOf(metadata, draft, title))]}
      />
      <State label={text('ui.editor.stateDisplay')} missing={missingForDisplay(shown)} />
    </ul>
  )
}

function State({ label, missing }: { label: string; missing: readonly Pick<Issue, 'path'>[] }) {
  const { fieldId } = useEditor()
  const { text } = useTitleEditorTexts()
  const [first] = missing
  if (first === undefined)
    return (
      <li data-done="">
        <CircleCheck size={16} aria-hidden="true" />
        <span>{text('ui.editor.stateDone', { state: label })}</span>
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
        {text('ui.editor.stateMissing', { state: label, count: missing.length })}
      </a>
    </li>
  )
}
