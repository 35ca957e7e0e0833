// Dialogs are native: command and closedby open and close them without scripts. This is a fallback
// for browsers without these attributes (both are younger than 2025).

const knowsCommand = "commandForElement" in HTMLButtonElement.prototype;
const knowsClosedBy = "closedBy" in HTMLDialogElement.prototype;

document.addEventListener("click", (event) => {
  const button = event.target.closest("button[commandfor]");
  if (button && !knowsCommand) {
    const dialog = document.getElementById(button.getAttribute("commandfor"));
    if (button.getAttribute("command") === "close") dialog?.close();
    else dialog?.showModal();
  }
  if (!knowsClosedBy && event.target.matches("dialog[closedby=any]")) event.target.close();
});
