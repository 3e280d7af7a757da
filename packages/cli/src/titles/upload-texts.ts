import type { Catalogue } from '@kinora/core'

/** What `titles upload` says. */
export const uploadTexts = {
  'upload.tag': 'existing title to upload for; or create one with --title',
  'upload.trailer': 'upload the file as the title’s trailer',
  'upload.publish': 'publish once processed',
  'upload.noWait': 'exit once the file is stored',
  'upload.replace': 'replace the file of a published title, or one that was started',
  'replace.video': '{{tag}} is published with another video',
  'replace.why': 'A new video takes {{tag}} off customers’ sites until it is processed and published again.',
  'replace.how': 'Nothing was sent. To replace the video, add --replace, and --publish to publish it again.',
  'replace.trailer': '{{tag}} is published with another trailer',
  'replace.trailerWhy': 'A new trailer replaces the one on customers’ sites once it is processed.',
  'replace.trailerHow': 'Nothing was sent. To replace the trailer, add --replace.',
  'upload.which': 'Pass --tag TAG for an existing title, or --title NAME for a new one.',
  'upload.recordLost': 'The journal in {{path}} couldn’t be written. The upload continues.',
  'upload.again': 'Run the same command again to resume.',
  'upload.gone': 'It was deleted meanwhile, and nothing is left to resume. What is there: {{list}}',
  'upload.againSignedIn': 'Sign in with kinora login{{context}}, then run the same command again to resume.',
  'upload.interrupted': 'Interrupted. {{sent}} of {{total}} sent for {{tag}}',
  'upload.goOn': 'Resume with: {{command}}',
  'upload.trailerWork': 'Processing the trailer',
  'upload.refused': '{{name}} can’t be uploaded',
  'upload.refusedHow': 'Nothing was sent. Fix or convert the file, then run the command again.',
  'upload.stored': 'Stored {{name}} for {{tag}}',
  'upload.reused': '{{name}} is already on the platform. Nothing was sent, and {{tag}} uses it too',
  'upload.otherHow':
    'Nothing is lost. Run the command with the original file, or add --replace to start over with this one.',
  'upload.notWaited': 'Follow progress with: kinora titles watch {{tag}}{{context}}',
  'upload.processAgain': 'Retry processing with: kinora titles retry {{tag}}{{context}}',
} as const satisfies Catalogue
