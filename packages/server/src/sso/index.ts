export { displayNameOf, emailOf, findFormerAccount, type Settling, settleAccounts } from './provisioning.ts'
export { answerCallback, receiveLogout } from './sign-in.ts'
