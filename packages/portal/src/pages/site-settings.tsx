import {
  AppLinksForm,
  CustomLinkForm,
  CustomLinkList,
  SiteGeneralForm,
  SiteMobileForm,
  type SiteSettingsProps,
  SiteWebForm,
  SocialLinksForm,
} from '@kinora/react'
import type { ComponentType } from 'react'
import { resourcePages, useUnsavedChangesGuard } from '../shell/form-page.tsx'

const settingsPage = (Form: ComponentType<SiteSettingsProps>) =>
  function SettingsPage() {
    const { setDirty, dialog } = useUnsavedChangesGuard()
    return (
      <>
        <Form onDirtyChange={setDirty} />
        {dialog}
      </>
    )
  }

/** NAV-45 */
export const GeneralSettingsPage = settingsPage(SiteGeneralForm)
/** NAV-46 */
export const WebSettingsPage = settingsPage(SiteWebForm)
/** NAV-47 */
export const AppSettingsPage = settingsPage(SiteMobileForm)
/** NAV-41 */
export const SocialLinksPage = settingsPage(SocialLinksForm)
/** NAV-44 */
export const AppLinksPage = settingsPage(AppLinksForm)
/** NAV-42, NAV-43 */
export const customLinks = resourcePages('customLinks', CustomLinkList, CustomLinkForm)
