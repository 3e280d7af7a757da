import type { Catalogue } from './catalogue.ts'

/** TERMS: what members agree to, a file for each language. */
export const termsTexts = {
  'terms.fileMissing': 'Choose the .html file in {{language}}.',
  'terms.otherLanguage':
    'This tenant has no {{language}}. Remove the file, or add the language to the tenant.',
  'terms.tooLarge': 'The file in {{language}} can have {{max}} MB. Put images elsewhere.',
  'terms.encoding': 'The file in {{language}} isn’t text in UTF-8. Save it as HTML in UTF-8.',
  'terms.empty': 'The file in {{language}} is empty.',

  'ui.tenantSection.tabs': 'Tenant sections',
  'ui.tenantSection.tab.tenants': 'Tenants',
  'ui.tenantSection.tab.publishing': 'Publishing',
  'ui.tenantSection.tab.siteTerms': 'Site terms',

  'ui.terms.text': 'What members agree to when they sign up, in each language of the site.',
  'ui.terms.chooseTitle': 'Choose a tenant to see its terms',
  'ui.terms.many': 'Upload to many tenants',
  'ui.terms.manyText':
    'Drop one set of files. Each tenant gets those in its languages; one that lacks a language is left out.',
  'ui.terms.manyLanguages': 'Languages with a file',
  'ui.terms.manyReady': 'Has every language',
  'ui.terms.manyLacks': 'Lacks {{languages}}',
  'ui.terms.manySubmit': { one: 'Upload to {{count}} tenant', other: 'Upload to {{count}} tenants' },
  'ui.terms.manySending': 'Uploading: {{done}} of {{all}} tenants',
  'ui.terms.upload': 'New version',
  'ui.terms.nameHelp': 'Tells versions apart. Members don’t see it.',
  'ui.terms.files': 'Files by language',
  'ui.terms.filesHelp':
    'HTML in UTF-8, up to {{max}} MB each. Drop all at once: names such as terms.de-DE.html say their language.',
  'ui.terms.dropAll': 'Drop the files of all languages here',
  'ui.terms.count': '{{s}} of {{count}} languages have a file',
  'ui.terms.unplaced':
    'The language of {{names}} isn’t known. Choose each at its language, or name it like terms.de-DE.html.',
  'ui.terms.lost': 'Files aren’t kept when a page is loaded again. Choose these once more: {{names}}',
  'ui.terms.again': '{{name}} was chosen before. Choose it again.',
  'ui.terms.drop': 'Drop the .html file here',
  'ui.terms.preview': 'Preview {{language}}',
  'ui.terms.previewShort': 'Preview',
  'ui.terms.download': 'Download {{language}}',
  'ui.terms.previewNote': 'Scripts, forms and styles of the file are left out here.',
  'ui.terms.previewFailed': 'This file couldn’t be read',
  'ui.terms.submit': 'Upload terms',
  'ui.terms.problems': 'Not uploaded. Fix the following:',
  'ui.terms.sending': { one: 'Uploading {{count}} file', other: 'Uploading {{count}} files' },
  'ui.terms.uploaded': 'Version {{version}} uploaded',
  'ui.terms.versions': 'Versions',
  'ui.terms.version': 'Version {{version}}',
  'ui.terms.current': 'Current',
  'ui.terms.none': 'No terms yet',
  'ui.terms.noneText': 'Members can’t agree to anything before the first version is uploaded.',
  'ui.terms.changedFirst': 'The first version',
  'ui.terms.changedNone': 'The same files as the version before',
  'ui.terms.changed': 'Changed: {{languages}}',
  'ui.terms.readOnly': 'Customer support uploads new versions.',
} as const satisfies Catalogue
