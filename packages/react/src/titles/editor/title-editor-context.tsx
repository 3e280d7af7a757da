import type { TitleDraft } from '@kinora/core'
import { createContext, type ReactNode, useContext } from 'react'
import { useWatch } from 'react-hook-form'
import type { TitleFiles } from '../files/use-title-files.ts'
import type { DraftField } from './title-draft.ts'
import type { TitleEditorModel } from './use-title-editor.ts'

export interface TitleEditorParts extends TitleEditorModel {
  files: TitleFiles
}

const Context = createContext<TitleEditorParts | undefined>(undefined)

/** Gives the parts of a title editor what they share; hosts that lay out their own put it around them. */
export function TitleEditorProvider({ value, children }: { value: TitleEditorParts; children: ReactNode }) {
  return <Context.Provider value={value}>{children}</Context.Provider>
}

export function useEditor(): TitleEditorParts {
  const editor = useContext(Context)
  if (editor === undefined) throw new Error('This part belongs inside a TitleEditor or TitleEditorProvider.')
  return editor
}

/** The current value of one field of the draft; the component renders again when it changes. */
export function useDraftValue<F extends DraftField>(field: F): TitleDraft[F] {
  const { form } = useEditor()
  return useWatch({ control: form.control, name: field as never }) as TitleDraft[F]
}

/** The current values of the whole draft, for summaries. */
export function useDraftValues(): TitleDraft {
  const { form } = useEditor()
  return useWatch({ control: form.control }) as TitleDraft
}
