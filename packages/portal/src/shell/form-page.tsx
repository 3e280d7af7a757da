import type { FormPageProps } from '@kinora/react'
import type { ReactNode } from 'react'
import { useNavigation } from '../router/use-navigation.ts'
import { useLeaveGuard } from './leave-guard.tsx'

export interface FormPage {
  form: Required<Omit<FormPageProps, 'id'>>
  /** Asks before changes are lost; stands beside the form. */
  dialog: ReactNode
}

/** What a page does around its form: guards changes, goes on with what was added (META-07), goes back once it is deleted. */
export function useFormPage(listHref: string, rowHref: (id: string) => string): FormPage {
  const navigation = useNavigation()
  const { setDirty, release, dialog } = useLeaveGuard()
  const goTo = (href: string) => {
    release()
    navigation.replace(href)
  }
  const form = {
    listHref,
    onDirtyChange: setDirty,
    onAdded: (id: string) => goTo(rowHref(id)),
    onDeleted: () => goTo(listHref),
  }
  return { form, dialog }
}
