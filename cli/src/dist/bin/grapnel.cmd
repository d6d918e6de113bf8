@echo off
rem Runs the command line on Java 17 or newer.
rem GRAPNEL_JAVA_OPTS is passed to java, for example -Xmx8g.
setlocal
rem Windows looks for java in the current folder first, which may hold files from elsewhere.
set "NoDefaultCurrentDirectoryInExePath=1"
set "java=java"
if defined JAVA_HOME set "java=%JAVA_HOME%\bin\java"
if exist "%~dp0..\java\bin\java.exe" set "java=%~dp0..\java\bin\java"
"%java%" %GRAPNEL_JAVA_OPTS% -cp "%~dp0..\lib\*" org.grapnel.cli.Main %*
exit /b %errorlevel%
